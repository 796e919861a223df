"""The audit log and the lock of an event, which every command uses."""
