"""Published studies regenerated: one module for each, whose tables stand beside the printed figures with a verdict."""
