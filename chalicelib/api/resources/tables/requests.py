"""What requests about tables contain."""

from pydantic import Field

from chalicelib.api.http.fields import Model, RecordingWord


class TableChanges(Model):
    """Changes to a table before its first deal."""

    recording: RecordingWord = Field(
        description="`dealt`: Boodle deals. `entered`: deals are given beforehand. `observed`: "
        "real cards, each posted as it falls. `result`: real cards and a score sheet."
    )
