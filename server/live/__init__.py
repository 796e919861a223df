"""The public page cache and the event stream, by the version of an event."""
