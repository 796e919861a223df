"""What lasts a season: who meets whom in which week."""
