/** Where a DOI leads; null for what is none, as documents say what they like. */
export function doiAddress(doi: string): string | null {
  return /^10\.\d{4,9}\/\S+$/.test(doi) ? `https://doi.org/${encodeURI(doi)}` : null;
}

export function arxivAddress(id: string): string | null {
  return /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?$/.test(id)
    ? `https://arxiv.org/abs/${id}`
    : null;
}
