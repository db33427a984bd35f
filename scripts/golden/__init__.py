"""What the product does, written down: golden runs and figures in one JSON file, to compare later commits with.

The product is driven only through its command line, its hooks and MCP, so that a checkout in which
every module has another name can be measured with the same code.
"""
