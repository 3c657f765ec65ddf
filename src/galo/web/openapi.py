"""The description of the site at /api/openapi.json, with the messages of the sockets.

OpenAPI has no word for sockets: the extension `x-sockets` says which messages go each way.
"""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from galo.web.messages import ServerMessage
from galo.web.requests import HelloMessage, TableCommand

REFERENCE = "#/components/schemas/{model}"
SOCKET = "/api/tables/{table}/socket"


class DocumentedApp(FastAPI):
    """An application whose description has the messages of its sockets."""

    def openapi(self) -> dict[str, Any]:
        """Return the description, made once."""
        if self.openapi_schema is None:
            description = super().openapi()
            ways, models = socket_schemas()
            description["components"]["schemas"] |= models
            description["x-sockets"] = {SOCKET: ways}
        assert self.openapi_schema is not None
        return self.openapi_schema


def socket_schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of what a client sends and receives, and the models they name."""
    adapters: list[tuple[str, Any, TypeAdapter[Any]]] = [
        ("first", "validation", TypeAdapter(HelloMessage)),
        ("client", "validation", TypeAdapter(TableCommand)),
        ("server", "serialization", TypeAdapter(ServerMessage)),
    ]
    schemas, definitions = TypeAdapter.json_schemas(adapters, ref_template=REFERENCE)
    ways = {name: schema for (name, _), schema in schemas.items()}
    return ways, definitions.get("$defs", {})
