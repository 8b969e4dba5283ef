"""Players that learn: a table of values, networks that imitate, and networks that know only the rules.

Training networks needs the extra `learn`; the result is a file of arrays that plays with numpy alone.
"""
