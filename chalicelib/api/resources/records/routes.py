"""Hand records: hands that are over, in a portable form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.paths import HandPath, TablePath
from chalicelib.api.http.queries import NoQuery, RecordsQuery
from chalicelib.api.http.route import Call, Route, route, takes
from chalicelib.api.resources.shared import HAND, TABLE
from chalicelib.service.context import Context
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from . import answers as shapes
else:
    shapes = LazyShapes("chalicelib.api.resources.records.answers")


def read_record(ctx: Context, call: Call[HandPath, NoQuery, None]) -> Reply:
    """Return a hand's record as portable text, one action a line."""
    from chalicelib.rules.record import dumps  # imports as much as playing does
    from chalicelib.service import records

    record = records.read_record(ctx, call.caller, call.path.table, call.path.hand)
    return Reply(200, dumps(record), {"Content-Type": "application/json"})


def list_records(ctx: Context, call: Call[TablePath, RecordsQuery, None]) -> shapes.HandRecords:
    """Return a page of a table's hand records."""
    from chalicelib.service import records

    from .answers import records as shown

    query = call.query
    return shown(records.list_records(ctx, call.caller, call.path.table, query.after, query.limit))


ROUTES: Final[tuple[Route, ...]] = (
    route(
        "GET",
        HAND + "/record",
        "getRecord",
        "A hand that is over, in a portable form",
        takes(HandPath),
        read_record,
        Right.PAGE_READ,
        {200: shapes.HandRecord},
        ("not-now",),
    ),
    route(
        "GET",
        TABLE + "/records",
        "listRecords",
        "The records of a table's hands, for boodle verify",
        takes(TablePath, query=RecordsQuery),
        list_records,
        Right.PAGE_READ,
        {200: shapes.HandRecords},
    ),
)
