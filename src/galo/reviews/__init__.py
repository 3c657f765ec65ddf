"""Reviews: a game that is over, explained decision by decision as skill and luck."""
