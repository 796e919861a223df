"""Flyers that somebody brings as a file: .txt, .docx or .pdf."""
