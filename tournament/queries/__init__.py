"""What people see of an event: frozen rows, never a write."""
