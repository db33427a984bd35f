"""What the product does, written down: golden runs and figures in one JSON file, to compare later commits with.

The product is driven only through its command line, its hooks and MCP, so that a checkout in which
every module has another name can be measured with the same code. No module of the product is imported; of the
repository, only `bench.secrets_corpus`. Besides commands and their JSON it relies on these files: `.agent/config.yaml`,
the notes, and the logs `recalls` and `promotions` below `.agent/local/logs`, of which it writes the first itself.
"""
