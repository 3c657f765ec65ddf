"""Training: a network learns dominó de 4 pontas by playing against itself, on PyTorch.

settings      what a training is told
tables        the vector environment as a network sees it
network       the policy, and the critic, which sees all hands
self_play     decisions, and what came of them
learner       how the policy follows the better options
measuring     matches against a known player
curve         a picture of them
export        the policy in whole numbers, as the agent `neural` reads it
directory     where a training keeps what it has
run           a training from its beginning or its checkpoint to its result

`pip install 'galo[train]'`; the agent itself needs no PyTorch.
"""
