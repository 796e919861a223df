"""What the hands add up to: frozen rows, never a write."""
