"""What runs in front of Django and around it."""
