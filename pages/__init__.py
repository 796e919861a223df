"""The screens: what an organizer, a referee, a player and the hall see and press."""
