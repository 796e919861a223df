"""Who comes to a club's evening: asked by a link of their own, answered, signed up."""
