"""What is true from one event to the next: grades and points."""
