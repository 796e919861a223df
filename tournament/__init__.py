"""The event: who comes, who gives, who sits where, and when."""
