"""What people do to an event: one function an action, one transaction each."""
