"""The errors that the site answers with: a code, for which the page has a sentence, and details."""

from galo.errors import GaloError

# Every code, what it means in English, and its HTTP status.
CODES = {
    "bad_message": ("that is not a message this table understands", 400),
    "stale": ("something has happened since; look again", 409),
    "not_your_turn": ("it is not your turn", 409),
    "illegal_move": ("that move is not possible now", 409),
    "not_seated": ("you only watch here", 403),
    "not_now": ("that cannot be done now", 409),
    "not_host": ("only the person that set up the table can do that", 403),
    "no_table": ("there is no such table", 404),
    "no_puzzle": ("there is no such puzzle", 404),
    "no_seat": ("there is no such seat", 404),
    "seat_taken": ("somebody sits there already", 409),
    "bad_invite": ("this invitation does not fit this seat", 403),
    "bad_token": ("this seat is not yours", 403),
    "bad_person": ("nobody is known here by that token", 403),
    "bad_code": ("this code does not hold, or no longer", 403),
    "bad_name": ("a name is up to 24 letters, without line breaks", 422),
    "bad_table": ("such a table cannot be set up", 422),
    "bad_origin": ("this page was not served from here", 403),
    "bad_path": ("that is not a page of this site", 422),
    "not_this_machine": ("only the person at the computer of this site can do that", 403),
    "no_network": ("this computer is in no network that other devices could use", 409),
    "too_fast": ("too many messages; slow down", 429),
    "too_many_tables": ("too many tables from this address; finish one first", 429),
    "too_many_people": ("too many new people from this address; come back in an hour", 429),
    "too_many_codes": ("too many codes from this address; come back in an hour", 429),
    "too_big": ("that message is too long", 413),
    "no_help": ("hints, analyses and undo are off at this table", 403),
    "no_analysis": ("there is no analysis of this game; ask for a hint", 403),
    "not_over": ("the game is not over yet; it can be reviewed afterwards", 409),
    "no_review": ("nobody has asked for a review of this game yet", 404),
    "no_reviewer": ("games of this kind cannot be reviewed", 403),
    "too_many_reviews": ("too many reviews from this address; wait for one to end", 429),
    "secret": ("the tiles are still secret; come back when the game is over", 403),
    "not_saved": ("that could not be written down, so it did not happen; try again", 503),
    "no_lab": ("there is no laboratory on this site", 403),
    "no_job": ("there is no such experiment", 404),
    "bad_job": ("such an experiment cannot be made", 422),
    "too_large": ("that is more than this site computes at once", 422),
    "too_many_jobs": ("there are too many experiments; delete one first", 429),
    "trouble": ("something went wrong here; try again", 500),
    "not_ready": ("the players are still getting ready; try again in a moment", 503),
}


class SiteError(GaloError):
    """A request or a command that changes nothing: its *code* and what a person must know."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        self.status = CODES[code][1]
        super().__init__(CODES[code][0])

    def to_json(self) -> dict[str, str]:
        """Return the fields that a client is sent."""
        return {"code": self.code, "say": str(self), "detail": self.detail}
