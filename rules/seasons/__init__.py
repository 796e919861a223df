"""What is true from one event to the next: the draw of a season, its table, grades and points."""
