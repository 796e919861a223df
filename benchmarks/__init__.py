"""Benchmarks. Run one with ``python -m benchmarks.<name>``."""
