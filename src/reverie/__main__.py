"""`python -m reverie` is the same as `reverie`."""

from reverie.doors.cli.main import main

if __name__ == "__main__":
    main()
