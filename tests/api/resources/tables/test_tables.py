"""Tables between their hands: how they are recorded, and what they show."""

from __future__ import annotations

from harness.club import Club


def test_how_a_table_is_recorded_can_change_before_its_first_deal(club: Club) -> None:
    night = club.night()
    table = night.table
    for token in (night.director, night.organiser):
        got = club.patch(table.path, {"recording": "entered"}, token)
        assert got["recording"] == "entered"
    assert club.patch(table.path, {"recording": "dealt"}, table.scorer).code == "forbidden"
    assert club.patch(table.path, {"recording": "filmed"}, night.director).code == (
        "invalid-request"
    )
    table.enter()
    assert club.patch(table.path, {"recording": "entered"}, night.director).status == 200
    assert club.patch(table.path, {"recording": "dealt"}, night.director).code == "hand-conflict"


def test_a_table_shows_its_seats_and_chips(club: Club) -> None:
    night = club.night(4)
    page = night.table.page()
    assert [seat["player"] for seat in page["seats"]] == night.table.players
    assert [seat["name"] for seat in page["seats"]] == [
        f"Player {number}" for number in night.table.players
    ]
    assert (page["state"], page["hand"], page["next_hand"]) == ("waiting", 0, 1)
    assert (page["bought_in"], page["layout"]) == (200, {"AH": 0, "KC": 0, "QD": 0, "JS": 0})
    assert len(page["commitment"]) == 64
