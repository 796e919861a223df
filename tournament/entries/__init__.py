"""Sign-up, check-in and corrections of entries."""
