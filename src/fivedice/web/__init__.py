"""Pages: the table in the browser. Rules, scoring and advice are asked for, never made here."""
