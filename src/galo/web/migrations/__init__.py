"""How a database of each earlier version becomes one of this version, step by step.

A step changes tables and nothing else; `schema.py` fills those that derive from the log. A step
that was released is never edited: another one follows it, and `SCHEMA` there names the last.
"""
