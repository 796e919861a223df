"""Benchmarks. Run one with ``python -m tools.bench.<name>``."""
