"""Many games at once in arrays: what `galo.envs.make` makes.

environment      the arrays and their door, on the CPU's threads or on a GPU
tables           a step of one table, for every game and device
dominoes4 …      what each game does in it
"""
