"""`python -m galo`: the command line."""

from galo.cli import main

main()
