"""The door for agents that speak MCP: memory at hand, the dream on request, and no way to give oneself authority."""
