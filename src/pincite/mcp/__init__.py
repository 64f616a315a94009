"""The library for programs that speak the Model Context Protocol."""
