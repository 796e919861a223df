"""Read models of the desk."""
