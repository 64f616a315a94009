"""A small printing press: sets the sample documents as PDFs and says where every word of them went."""
