"""The actions that people take between events: one function and one transaction each."""
