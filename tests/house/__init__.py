"""What the house is measured by."""
