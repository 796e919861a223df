"""Everything that outlives a single event: copies, the archive, clubs and their people."""
