"""What hands count."""
