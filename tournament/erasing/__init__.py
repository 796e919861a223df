"""Taking a person out of everything."""
