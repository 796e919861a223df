"""The screens: one folder for each group of people who use them."""
