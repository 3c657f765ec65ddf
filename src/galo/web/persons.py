"""What the site does for people: it knows who asks, keeps what they say, and forgets it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection

from sqlalchemy.exc import SQLAlchemyError

from galo.web.carry_codes import CarryCodes
from galo.web.errors import SiteError
from galo.web.people import Experience, Removed
from galo.web.person_store import PersonStore
from galo.web.server_log import log, log_problem
from galo.web.store import Store


class Persons:
    """The people of the site; tokens are hashes throughout."""

    def __init__(self, store: Store, reload: Callable[[Collection[str]], Awaitable[None]]) -> None:
        self._store = store
        self._reload = reload  # tables at which a name was deleted
        self.kept = PersonStore(store)
        self.codes = CarryCodes(store)

    async def person_of(self, token: str) -> str:
        """Return the person whose browser has *token*."""
        person = await asyncio.to_thread(self.kept.person_of, token)
        if person is None:
            raise SiteError("bad_person")
        return person

    async def set_experience(self, token: str, experience: Experience) -> None:
        """Save how the person whose seat has *token* plays."""
        await self._check_person(token)
        try:
            await self._store.set_experience(token, experience)
        except SQLAlchemyError:
            log_problem("experience not saved")
            raise SiteError("not_saved") from None

    async def add_seat(self, token: str, person: str | None, experience: Experience | None) -> None:
        """Save what came with the seat of *token*, if anything; it stays given all the same."""
        if person is not None:
            try:
                await self.kept.add_seats(person, [token])
            except SQLAlchemyError:
                log_problem("person not saved")
        if experience is not None:
            with contextlib.suppress(SiteError):  # which is in the server's log
                await self.set_experience(token, experience)

    async def forget(self, token: str) -> Removed:
        """Delete all that is kept of the person with *token*.

        The token is a person's own, or that of a seat that belongs to no person.
        """
        person = await asyncio.to_thread(self.kept.person_of, token)
        if person is None:
            await self._check_free(token)
            return await self._forget_seats([token])
        tokens = await asyncio.to_thread(self.kept.seat_tokens_of, person)
        removed = await self._forget_seats(tokens)
        try:
            await self.codes.forget(person)
            await self.kept.forget(person)
        except SQLAlchemyError:
            log_problem("person not deleted")
            raise SiteError("not_saved") from None
        return removed

    async def _forget_seats(self, tokens: Collection[str]) -> Removed:
        try:
            removed = await self._store.forget_seats(tokens)
        except SQLAlchemyError:
            log_problem("person not deleted")
            raise SiteError("not_saved") from None
        await self._reload(removed.tables)
        log("person deleted", tables=len(removed.tables))
        return removed

    async def _check_free(self, token: str) -> None:
        await self._check_person(token)
        if await asyncio.to_thread(self.kept.has_seat, token):
            raise SiteError("bad_token")

    async def _check_person(self, token: str) -> None:
        if not await asyncio.to_thread(self._store.has_person, token):
            raise SiteError("bad_token")
