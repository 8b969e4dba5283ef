"""The languages of the pages: catalogues in po/, the sources of texts, and the choice of a language."""
