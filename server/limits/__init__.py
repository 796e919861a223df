"""Concurrency limits for each kind of request, fair queues, and the queues of guesses."""
