"""Monitoring: metrics for Prometheus, and an id for each request."""
