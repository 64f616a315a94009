"""Notebooks of Jupyter."""

from __future__ import annotations

import json


def cell(kind: str, source: object, **more: object) -> dict[str, object]:
    """A cell of a notebook."""
    return {"cell_type": kind, "source": source, "metadata": {}, **more}


def notebook(*cells: dict[str, object], **metadata: object) -> str:
    """A notebook of cells."""
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": list(cells)})
