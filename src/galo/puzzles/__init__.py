"""Puzzles: positions of real games in which one move is clearly the best, each with its proof."""
