"""A strategy of one's own for dominó de 4 pontas: it values one option, and the best is played."""

import galo


@galo.strategy
def generous(option, hand=2.0, rest=1.0, seen=1.0, ends=1.0, double=1.0, partner=1.0, threat=1.0):
    value = option.points + double * option.is_double
    value += hand * option.hand_far - rest * option.hand_near  # what stays in the hand
    value += ends * (option.ends_far - option.ends_near) - seen * option.table_near
    if option.partner_lacks_far:
        value -= 3 * partner
    return value + partner * option.partner_far - threat * option.threats
