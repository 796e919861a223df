"""What lasts longer than an event: copies, the archive, clubs and their people."""
