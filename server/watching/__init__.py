"""What an operator watches: figures for Prometheus, and an id for each request."""
