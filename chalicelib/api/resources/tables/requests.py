"""What requests about tables contain."""

from pydantic import Field

from chalicelib.api.http.fields import Model, Recording


class TableChanges(Model):
    """Changes to a table before its first deal."""

    recording: Recording = Field(
        description="`dealt`: Boodle deals. `entered`: deals are told to it. `observed`: real "
        "cards, each told as it falls. `result`: real cards and a score sheet."
    )
