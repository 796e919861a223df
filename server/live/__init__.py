"""The page cache and the event stream, both by event version."""
