"""The languages of the pages: catalogues in po/, where texts come from, and who reads which."""
