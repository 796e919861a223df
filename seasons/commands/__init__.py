"""What people do between events: one function an action, one transaction each."""
