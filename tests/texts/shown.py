"""Rules of all kinds, for what is made of them for players."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from chalicelib.rules import OPTIONS, PRESETS, Rules, make_rules

AUCTION = {"widow": "exchange_or_auction"}
FINED = {"penalty.missed_play": 1, "penalty.compensation": True}
PAIR = {"name": "pair", "cards": ["KH", "QH"]}
RUN = {"name": "run", "cards": ["8", "9", "10"]}

MATTERS: dict[str, tuple[list[Any], dict[str, Any]]] = {
    **{o.name: (list(o.choices or o.bounds or ()), {}) for o in OPTIONS if o.part},
    "ace": (["high", "low"], {}),
    "layout": ([["AH", "KC"], ["AH", "KD"], ["AH", PAIR], ["AH", RUN]], {}),
    "first_dealer": (["first_jack", "high_card", "chosen", "random"], {}),
    "chips.start": ([50, 51], {}),
    "stakes.mode": (["fixed", "free", "single"], {}),
    "stakes.amount": ([0, 1, 2], {}),
    "stakes.dealer_factor": ([1, 2], {"stakes.mode": "fixed"}),
    "stakes.set_by": (["rules", "dealer"], {}),
    "stakes.kitty": ([0, 1, 2], {}),
    "stakes.pot": ([0, 1, 2], {}),
    "stakes.short": (["pay_all", "sit_out"], {}),
    "deal.first": (["widow", "eldest"], {}),
    "deal.leftover": (["deal_all", "equal_aside", "equal_to_widow"], {}),
    "widow": (["dead", "exchange", "exchange_or_auction", "none"], {}),
    "auction": (["anyone", "dealer"], AUCTION),
    "lead.first": (["eldest", "dealer", "lowest:C", "lowest:D", "lowest:H", "lowest:S"], {}),
    "lead.change": (["none", "suit", "colour"], {}),
    "lead.stuck": (["pass_then_same", "play_same", "pass_then_end"], {"lead.change": "suit"}),
    "lead.pass_fee": ([0, 1, 2], {"lead.change": "colour"}),
    "pot.won_by": (["run3", "poker"], {"stakes.pot": 1}),
    "spaces_paid": (["played", "held"], {}),
    "per_card": ([0, 1, 2], {}),
    "penalty.missed_play": ([0, 1, 2], {}),
    "penalty.compensation": ([False, True], {}),
    "penalty.priority": (["compensation_first", "fine_first"], FINED),
    "penalty.false_lead": (["reject", "fine_no_boodle"], {}),
    "penalty.dues": (["confirmed", "automatic"], FINED),
    "following": (["manual", "automatic"], {}),
    "broke": (["finish_hand", "drop_out", "rebuy", "debt"], {}),
    "ending.hands": ([None, 1, 5], {}),
    "ending.minutes": ([None, 1, 90], {}),
    "ending.chips": ([None, 100, 101], {}),
    "ending.basis": (["stack", "net"], {"ending.chips": 100}),
    "wind_down": (["none", "no_refill", "remove_claimed"], {"stakes.kitty": 1}),
    "unclaimed": (["split_equal", "void", "leader_takes"], {}),
}
"""For each option all its choices, or some values, and the options under which it matters.

Those with a sentence of their own are here by their declaration.
"""


def any_rules_shown() -> st.SearchStrategy[Rules]:
    """Rules of any preset, with any of the values above."""
    values = {name: st.sampled_from(values) for name, (values, _) in MATTERS.items()}
    return st.builds(
        made, st.sampled_from(tuple(PRESETS)), st.fixed_dictionaries({}, optional=values)
    )


def made(preset: str, options: dict[str, Any]) -> Rules:
    if options.get("widow") == "none":
        options = {name: value for name, value in options.items() if name != "deal.leftover"}
    return make_rules(preset, options)
