"""Lists of entries that are imported."""
