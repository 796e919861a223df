"""Phase II."""
