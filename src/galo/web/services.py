"""Two small interfaces, so that a part of a table does not import the whole that uses it."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from galo.web.agent_pool import AgentPool
from galo.web.broadcaster import Broadcaster
from galo.web.events import Change
from galo.web.middleware import AtOnce
from galo.web.rating_store import RatingStore
from galo.web.settings import SiteSettings
from galo.web.store import Store
from galo.web.table import Table
from galo.web.table_clock import TableClock

Action = Callable[[], Awaitable[None]]  # what the task of a table does next


class TableServices(Protocol):
    """What a table needs from the site around it."""

    settings: SiteSettings
    store: Store
    ratings: RatingStore
    agent_pool: AgentPool
    advice: AtOnce  # hints and analyses of each address

    async def set_up_rematch(self, table: Table) -> str:
        """Set up a table with the same people as *table*; return its identity."""
        ...

    def forget(self, identity: str) -> None:
        """Drop the table *identity* from memory; it is in the log."""
        ...


class TableTask(Protocol):
    """What the scheduler and the advisor of a table need from the task that changes it."""

    table: Table
    clock: TableClock
    broadcaster: Broadcaster
    services: TableServices

    def post(self, action: Action) -> None:
        """Let the task do *action* after everything posted before."""
        ...

    async def emit(self, *changes: Change) -> None:
        """Log *changes* together, make them, and send them to everybody; only within an action."""
        ...
