"""Phase II: its formats, who meets whom in them, and who is placed where."""
