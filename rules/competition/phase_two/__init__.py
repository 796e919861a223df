"""Phase II: its formats, pairings and final places."""
