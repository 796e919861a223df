"""A slip of paper, typed in."""

from uuid import uuid4


def typed(*lines, **more):
    fields = dict(more)
    for number, line in enumerate(lines):
        told = {"hand_id": uuid4(), "sequence": number + 1, **line}
        fields |= {f"line{number}-{name}": value for name, value in told.items()}
    return fields
