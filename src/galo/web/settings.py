"""The settings of the site."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from galo.players.player import Limit

if TYPE_CHECKING:
    from pathlib import Path

    from galo.web.public_address import Network

LARGEST_FRAME = 65_536  # bytes of one message on a socket, above which it is cut off unread


@dataclass(frozen=True)
class SiteSettings:
    """Where the site keeps its log, how long it waits, and how much it takes from one address."""

    database: str = "sqlite://"  # in memory; the command line gives a file
    peer_host: str | None = None  # where other servers reach this one; None: found
    public_url: str | None = None  # the address of this site for everybody
    lan_url: str | None = None  # its address for other devices in the same network
    lan_port: int | None = None  # where the host may open the site to the network; None: nowhere
    lan_address: str | None = None  # of this machine in its network; None: found when it is needed
    root_path: str = ""  # the prefix below which a proxy has put this site: /galo
    trusted_proxies: tuple["Network", ...] = ()  # whose word on the visitor is believed
    hosts: tuple[str, ...] = ()  # host names that this site answers to, besides addresses
    workers: int = 1  # processes that serve the site on this machine
    thinkers: int = 2  # processes of the agent pool of each
    think_seconds: float = 1.0  # an agent's time for one move
    hint_seconds: float = 2.0
    analysis_seconds: float = 2.0
    forced_seconds: float = 1.0  # before a forced pass, draw or opening is made
    between_seconds: float = 30.0  # before the next round is dealt if nobody asks
    grace_seconds: float = 45.0  # before an agent plays for a person that is not connected
    emote_seconds: float = 2.0  # between two emotes of one seat
    idle_seconds: float = 30.0  # before a table without connections leaves the memory
    messages_per_second: float = 10.0  # of one socket, after a first burst
    message_burst: int = 30
    message_bytes: int = 4096
    body_bytes: int = 16_384
    review_limit: Limit = Limit()  # for each position of a review; the usual effort if unlimited
    advice_per_address: int = 12  # hints and analyses under way at a time
    reviews_per_hour: int = 60  # of one address; those that are kept already do not count
    tables_per_hour: int = 120  # of one address, and as many new people
    codes_per_hour: int = 20  # that one address may try, to be the person of another device
    sockets_per_address: int = 200
    metrics_token: str | None = None  # with which /metrics answers from elsewhere too
    lab: bool = False  # whether matches and evolutions may be started from the page
    lab_open: bool = False  # by everybody: else only at this computer
    lab_folder: "Path | None" = None  # where they are kept, and what they found
    lab_jobs: int = 1  # computed at once
    lab_games: int = 20_000  # of one of them, played move by move
    lab_matches: int = 200_000_000  # of one of them, simulated
    lab_minutes: float = 60.0  # that one computes before it stops by itself
    lab_kept: int = 100  # in the folder, above which nobody starts another

    @property
    def is_behind_proxy(self) -> bool:
        """Whether everybody may seem to be at this machine."""
        return bool(self.public_url or self.root_path or self.trusted_proxies)
