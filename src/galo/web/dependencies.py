"""What routes take from a request: the tables of the site, who asks, and what proves it."""

from typing import Annotated

from fastapi import Depends, Header, Request

from galo.web.errors import SiteError
from galo.web.lan_access import LanAccess, is_local
from galo.web.settings import SiteSettings
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret

BEARER = "Bearer "


def registry_of(request: Request) -> TableRegistry:
    """Return the tables of the site that is asked."""
    registry: TableRegistry = request.app.state.registry
    return registry


Registry = Annotated[TableRegistry, Depends(registry_of)]
PROOF = Header(alias="Authorization", description="Bearer TOKEN")
Proof = Annotated[str, PROOF]
OptionalProof = Annotated[str | None, PROOF]


def address_of(request: Request) -> str:
    """Return the address of the visitor that sent *request*."""
    return request.client.host if request.client else ""


def take_table(request: Request) -> None:
    """Count one more table for the visitor that sent *request*; refuse one too many."""
    if not request.app.state.quota.take(address_of(request)):
        raise SiteError("too_many_tables")


async def person_of(registry: TableRegistry, authorization: str | None) -> str | None:
    """Return the person whose token *authorization* carries, None without one."""
    return (
        None
        if authorization is None
        else await registry.persons.person_of(proof_hash(authorization))
    )


def proof_hash(authorization: str) -> str:
    """Return the hash of the token that *authorization* carries."""
    return hash_secret(authorization.removeprefix(BEARER))


def better_address(request: Request) -> str | None:
    """Return the address of this site for links to others, None if that of *request* will do."""
    settings: SiteSettings = request.app.state.settings
    lan: LanAccess = request.app.state.lan
    return settings.public_url or ((settings.lan_url or lan.url) if is_local(request) else None)
