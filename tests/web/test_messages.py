"""What the site sends: one encoder for plain values, dataclasses and models."""

import json
from types import MappingProxyType
from typing import Any

from galo.players.player import Reason
from galo.web.errors import SiteError
from galo.web.events import MadeBy
from galo.web.messages import (
    AnalysisMessage,
    HintMessage,
    ReplacedMessage,
    encode,
    refused,
)
from galo.web.public_events import PublicMoved, PublicPoints


def test_letters_of_all_scripts_are_sent_as_they_are() -> None:
    assert encode({"name": "João 🐓"}) == '{"name":"João 🐓"}'


def test_dataclasses_are_sent_with_all_their_fields_in_order() -> None:
    points = (PublicPoints("pass", 2, 0, 20, passer=1, pass_event=4),)
    moved = PublicMoved(number=7, seat=2, move="6-4@e", points=points, round=1, by=MadeBy.AGENT)
    assert encode(moved) == (
        '{"number":7,"kind":"moved","seat":2,"move":"6-4@e","points":[{"kind":"pass","seat":2,'
        '"side":0,"points":20,"passer":1,"pass_event":4}],"round":1,"by":"agent"}'
    )
    assert encode(ReplacedMessage()) == '{"type":"replaced"}'


def test_hint_is_sent_with_its_reasons() -> None:
    reasons = (Reason("wins_in", MappingProxyType({"moves": 3})),)
    hint = HintMessage(id="a", number=3, agent="perfect", move="4", reasons=reasons)
    assert json.loads(encode(hint)) == {
        "type": "hint", "id": "a", "number": 3, "agent": "perfect", "move": "4",
        "reasons": [{"name": "wins_in", "numbers": {"moves": 3}}],
    }  # fmt: skip


def test_analysis_is_sent_with_the_fields_of_its_game() -> None:
    found: dict[str, Any] = {"columns": [None, {"low": 1, "high": 2}]}
    message = AnalysisMessage(id="a", number=3, **found)
    assert json.loads(encode(message)) == {
        "type": "analysis", "id": "a", "number": 3, **found,
    }  # fmt: skip


def test_refusal_is_sent_with_the_fields_of_its_error() -> None:
    error = SiteError("bad_table", "no chess here")
    sent = json.loads(encode(refused("a7", error)))
    assert sent == {"type": "refused", "id": "a7", **error.to_json()}
