"""Named evenings, and the questions that an organizer answers about an evening."""
