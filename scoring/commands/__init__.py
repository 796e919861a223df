"""What people do to the score: one function an action, one transaction each."""
