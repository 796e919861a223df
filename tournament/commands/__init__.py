"""What people do to an event: one function a deed, one transaction each."""
