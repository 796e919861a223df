"""The rules that span several events: a season's draw, its table, grades and points."""
