"""Recording hands, slips and endings."""
