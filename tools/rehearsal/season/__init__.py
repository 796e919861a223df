"""``./uptown play --season``: a league's season, week after week."""
