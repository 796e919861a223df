"""Who waits for whom: slots by kind of request, fair queues, guesses."""
