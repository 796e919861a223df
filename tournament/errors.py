"""What a command says when it won't."""


class Refused(Exception):
    """An action that can't be done now. Its text is a whole sentence that says what to do instead.

    ``field`` names the input it is about, where there is one.
    """

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field
