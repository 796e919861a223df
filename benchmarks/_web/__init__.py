"""What ``./uptown bench web`` is made of: who asks, who listens, what is asked, and the table."""
