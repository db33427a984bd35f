"""The window: accepted rules → the files agents read. Contents come in as records and go out as Puts; nothing here
touches a file."""
