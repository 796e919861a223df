"""What people do to the score: one function a deed, one transaction each."""
