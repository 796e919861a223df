"""The settings of an event, and what locks them."""
