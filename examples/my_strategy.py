"""A strategy of one's own for dominó de 4 pontas: it values one option, and the best is played."""

import galo


@galo.strategy
def generous(option, double=2.0, hand=1.5, lonely=1.0, partner=1.0, threat=1.0, heavy=0.1):
    value = option.points + heavy * option.pips + double * option.is_double
    value += hand * option.hand_far - lonely * (option.hand_near == 1)
    value += partner * (option.partner_far - 3 * option.partner_lacks_far)
    return value - threat * option.threats
