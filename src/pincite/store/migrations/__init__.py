"""Alembic migrations of the library's tables; imported by Alembic only."""
