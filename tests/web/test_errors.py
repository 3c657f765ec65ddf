"""The errors that the site answers with."""

from galo.web.errors import CODES, SiteError


def test_every_error_has_a_sentence_and_a_status() -> None:
    for code, (sentence, status) in CODES.items():
        error = SiteError(code, "detail")
        assert error.to_json() == {"code": code, "say": sentence, "detail": "detail"}
        assert error.status == status
        assert 400 <= status < 600
