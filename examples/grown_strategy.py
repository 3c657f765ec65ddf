"""A formula that genetic programming found for dominó de 4 pontas: docs/guides/formulas.md."""

import galo


@galo.strategy(ranges={"going_on": (0, 80), "rare": (0, 5)})
def grown(option, going_on=40, rare=2.4):
    value = option.table_points - rare * (option.table_near + option.partner_lacks_far)
    answers = option.hand_near + option.next_replies
    if answers == 0:
        return value + 1
    mine = going_on * (option.is_double + option.hand_far) - option.threat_points
    return value + mine / answers
