"""What a network reads of an observation: numbers in a documented order."""
