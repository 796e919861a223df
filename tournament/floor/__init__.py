"""Tables, calls and seats."""
