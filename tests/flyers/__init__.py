"""Flyers as organizers write them, and ten facts of each."""

from pathlib import Path

FOLDER = Path(__file__).parent


def flyer(name):
    return (FOLDER / f"{name}.txt").read_text()
