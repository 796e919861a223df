"""The demo event, which plays by itself."""
