"""What the desk reads."""
