"""Finding passages: by words, by meaning, fused, reranked."""
