"""The clock of a day: hours, breaks, the whistle, five minutes, pace."""
