"""The actions that change the score: one function and one transaction for each."""
