"""What is measured: run one with ``python -m benchmarks.<name>``."""
