"""Messages to people, phones and the room."""
