"""The requests about tables."""

from pydantic import Field

from chalicelib.api.http.fields import Model
from chalicelib.recording import Recording


class TableChanges(Model):
    """Changes to a table before its first deal."""

    recording: Recording = Field(
        description="`dealt`: Boodle deals. `entered`: deals are entered before play. "
        "`observed`: real cards, each posted as it falls. `result`: real cards and a score sheet."
    )
