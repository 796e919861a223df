"""The signals that end a program which runs until somebody ends it."""

import signal


def ending_signals() -> list[signal.Signals]:
    """Ctrl-C, the end of a service, and a closed terminal, which ``nohup`` lets a program outlive."""
    lives_on = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return [signal.SIGINT, signal.SIGTERM, *([] if lives_on else [signal.SIGHUP])]
