"""Speed, measured beside a named alternative in the same run. `make bench` prints it all."""
