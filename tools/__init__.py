"""What no organizer runs: bots that play whole days, benchmarks, and the wide layout on one machine."""
