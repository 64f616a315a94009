"""The library for programs that speak the Model Context Protocol."""

from pincite.mcp.seen import Access, Seen
from pincite.mcp.serving import make_server

__all__ = ["Access", "Seen", "make_server"]
