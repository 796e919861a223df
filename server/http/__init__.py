"""Requests and responses outside of Django: headers, files, the marks on every answer."""
