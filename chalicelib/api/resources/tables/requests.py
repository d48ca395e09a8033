"""The requests about tables."""

from pydantic import Field

from chalicelib.api.http.fields import Model, RecordingWord


class TableChanges(Model):
    """Changes to a table before its first deal."""

    recording: RecordingWord = Field(
        description="`dealt`: Boodle deals. `entered`: deals are entered before play. `observed`: "
        "real cards, each posted as it falls. `result`: real cards and a score sheet."
    )
