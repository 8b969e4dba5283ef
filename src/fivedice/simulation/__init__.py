"""Games by the million: indexed dice streams, compiled play, summaries and logs."""
