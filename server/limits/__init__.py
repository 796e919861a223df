"""Who waits for whom: a concurrency limit for each kind of request, fair queues, guesses."""
