"""The plain pipeline: what a good engineer builds in an afternoon from well-known parts.

PyMuPDF text, windows of 1,000 characters that overlap by 200, MiniLM on onnxruntime in float32, Qdrant in
local mode and rank-bm25, fused by reciprocal rank. Pincite is measured against it; nothing of it is in the
product.
"""

from benchmarks.plain.pipeline import Found, IndexStats, PlainPipeline

__all__ = ["Found", "IndexStats", "PlainPipeline"]
