"""The champion of dominó de 4 pontas: it plays for the match, in as many deals as it may."""

import galo
from galo.players.dominoes.sampling import PORTION
from galo.stream import Stream
from support.domino_rounds import late, positions, with_scores


def test_champion_plays_for_the_match_not_for_the_points() -> None:
    differs = 0
    for seed in range(30):
        for position in positions("dominoes4", seed):
            if len(position.plays) < 8 or len(position.legal_moves) < 3:
                continue
            assert position.mover is not None
            champion = galo.player("dominoes4", "champion")
            said = []
            for scores in ((), ((190, 0),), ((0, 190),)):
                seen = with_scores(position, scores).observe(position.mover)
                said.append(champion.decide(seen, galo.Limit(deals=50), Stream.of(0)))
            side = position.mover % 2
            even, ahead, behind = said[0].value, said[1 + side].value, said[2 - side].value
            assert None not in (even, ahead, behind)
            assert behind < even < ahead  # type: ignore[operator]
            differs += len({decision.move for decision in said}) > 1
            break
    assert differs > 3


def test_as_many_deals_are_looked_at_as_the_limit_says() -> None:
    position = late(1, 12)
    assert position is not None
    assert position.mover is not None
    seen = position.observe(position.mover)
    champion = galo.player("dominoes4", "champion:deals=120")
    moves = len(seen.legal_moves)
    assert champion.decide(seen, galo.Limit(), Stream.of(0)).nodes == 120 * moves
    assert champion.decide(seen, galo.Limit(deals=250), Stream.of(0)).nodes == 250 * moves
    hurried = champion.decide(seen, galo.Limit(seconds=1e-9), Stream.of(0))
    assert hurried.nodes == PORTION * moves  # whatever the clock says
