"""What everybody at a table is sent besides its events: emotes, who used help, agents' opinions."""

import json
import random

import pytest

from galo.players.player import Reason
from galo.players.registry import levels_of
from galo.web.opinions import chance_of
from galo.web.requests import TableRequest
from galo.web.table import Phase
from galo.web.table_registry import TableRegistry
from support.guests import Guest, sit_down, with_registry
from support.tables import GAMES, full_table, go_on, new_table, seen
from support.visitors import table_request


def test_emote_reaches_everybody_and_not_the_log() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        watcher = Guest(actor, None)
        before = actor.table.number
        assert (await rui.ask("emote", name="lucky", expect=0))["type"] == "reply"  # never stale
        for guest in (ana, watcher):
            heard = await guest.until(lambda m: m["type"] == "emote")
            assert heard == {"type": "emote", "seat": 1, "name": "lucky"}
        assert actor.table.number == before
        assert (await watcher.ask("emote", name="nice"))["code"] == "not_seated"

    with_registry(act)


def test_emotes_of_a_seat_are_limited_and_those_of_others_are_not() -> None:
    async def act(registry: TableRegistry) -> None:
        _, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        assert (await ana.ask("emote", name="go"))["type"] == "reply"
        assert (await ana.ask("emote", name="go"))["code"] == "too_fast"
        assert (await rui.ask("emote", name="laugh"))["type"] == "reply"

    with_registry(act, emote_seconds=1000.0)


def test_emotes_may_follow_when_the_time_has_passed() -> None:
    async def act(registry: TableRegistry) -> None:
        _, (ana, _) = await sit_down(registry, "connect_four", "me", "friend")
        for _ in range(3):
            assert (await ana.ask("emote", name="thanks"))["type"] == "reply"

    with_registry(act, emote_seconds=0.0)


@pytest.mark.parametrize("kind", ["hint", "analyse"])
def test_everybody_sees_who_used_help_and_nobody_what_it_said(kind: str) -> None:
    async def act(registry: TableRegistry) -> None:
        _, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend", help=True)
        answer = await ana.ask(kind)
        assert answer["type"] == {"hint": "hint", "analyse": "analysis"}[kind]
        heard = await rui.until(lambda m: m["type"] == "help")
        assert heard == {"type": "help", "seat": 0, "kind": kind}
        await ana.ask(kind)  # once more of the same position: no news
        await ana.ask("play", move="4")
        await rui.until_event("moved")
        assert not [m for m in rui.heard if m["type"] in ("hint", "analysis")]
        assert len([m for m in rui.heard if m["type"] == "help"]) == 1

    with_registry(act, warm=True, hint_seconds=0.2, analysis_seconds=0.2)


def test_refused_hint_is_no_news() -> None:
    async def act(registry: TableRegistry) -> None:
        _, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        assert (await ana.ask("hint"))["code"] == "no_help"
        await ana.ask("play", move="4")
        await rui.until_event("moved")
        assert not [m for m in rui.heard if m["type"] == "help"]

    with_registry(act)


@pytest.mark.parametrize(
    ("game", "agent"), [("connect_four", "mcts"), ("connect_four", "perfect"), ("dominoes4", "s1")]
)
def test_watcher_of_agents_hears_what_each_thinks_of_its_move(game: str, agent: str) -> None:
    async def act(registry: TableRegistry) -> None:
        seats = [agent] * (4 if game == "dominoes4" else 2)
        request = TableRequest(**table_request(game, *seats, pace=0.01))
        made = await registry.create(request)
        actor = await registry.actor(made.table)
        host = Guest(actor, made.token)
        heard = await host.until(lambda m: m["type"] == "opinion" and m["reasons"])
        moved = actor.table.public_events[heard["number"] - 1]
        assert (moved.kind, moved.seat, moved.move) == ("moved", heard["seat"], heard["move"])
        assert heard["agent"] == agent
        assert heard["chance"] is None or 0 <= heard["chance"] <= 1
        later = Guest(actor, None)  # who comes later hears the last one
        await later.until(lambda m: m["type"] == "opinion")
        assert [m["type"] for m in later.heard] == ["state", "opinion"]

    with_registry(act, warm=True, think_seconds=0.2)


def test_nobody_hears_what_an_agent_thinks_against_a_person() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, [ana] = await sit_down(registry, "connect_four", "me", "random")
        watcher = Guest(actor, None)
        for _ in range(2):
            await ana.ask("play", move=ana.view["moves"][0]["move"])
            await ana.until_event("moved", seat=1, by="agent")
        await watcher.catch_up()
        assert not [m for guest in (ana, watcher) for m in guest.heard if m["type"] == "opinion"]

    with_registry(act, warm=True)


@pytest.mark.parametrize(
    ("reasons", "chance"),
    [
        ((), None),
        ((Reason("groups", {"before": 3, "after": 2}),), None),
        ((Reason("must_block", {}), Reason("chance", {"percent": 43, "depth": 6})), 0.43),
        (
            (Reason("points", {"points": 10}), Reason("expected", {"percent": 57, "points": 3})),
            0.57,
        ),
        ((Reason("must_block", {}), Reason("playouts", {"percent": 60, "games": 900})), 0.6),
        ((Reason("wins_in", {"moves": 3}),), 1.0),
        ((Reason("must_block", {}), Reason("holds_out", {"moves": 3})), 0.0),
        ((Reason("draws", {}),), 0.5),
    ],
)
def test_chance_is_what_the_agents_own_reasons_say(
    reasons: tuple[Reason, ...], chance: float | None
) -> None:
    assert chance_of(reasons) == chance


@pytest.mark.parametrize(("game", "seats", "options"), GAMES[2:])
def test_hands_are_open_where_agents_alone_play_and_nowhere_else(
    game: str, seats: int, options: dict[str, int]
) -> None:
    assert levels_of(game)
    rng = random.Random(5)
    agents = new_table(game, *["random"] * seats, options=options)
    for is_host in (False, True):
        assert agents.match is not None
        hands = seen(agents, None, is_host)["open_board"]["revealed"]
        assert hands == json.loads(json.dumps(agents.match.position.hands))
    for people in range(1, seats + 1):
        table = full_table(game, people, *["random"] * (seats - people), options=options)
        while table.phase is not Phase.OVER and table.number < 60:
            for viewer in [(None, False), (None, True), *((seat, True) for seat in range(people))]:
                assert seen(table, *viewer)["open_board"] is None
            go_on(table, rng)
    waiting = new_table(game, "friend", *["random"] * (seats - 1), options=options)
    assert seen(waiting, None, True)["open_board"] is None
