"""From files to indexed documents."""
