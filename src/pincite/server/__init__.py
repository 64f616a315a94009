"""The library over HTTP: the API, its guards, and the process that serves them."""
