"""Games that are called as tables open up."""
