"""`reverie`, and `python -m reverie`."""

import sys

from reverie.doors.cli.quick import answered


def main() -> None:
    if not answered(sys.argv[1:]):
        from reverie.doors.cli.main import main as run  # noqa: PLC0415 — a tick with nothing to do needs none of it

        run()


if __name__ == "__main__":
    main()
