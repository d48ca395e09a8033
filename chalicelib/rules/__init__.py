"""The card game: a pure rules engine for the Michigan family.

It uses the standard library alone and does no input or output. Start here:

* :func:`make_rules` turns a preset and dotted options into :class:`Rules`;
* :class:`Hand` is one deal: ``legal_actions``, ``apply``, ``replay``, and its state;
* :class:`Game` is a table's sequence of hands: rotation, carried chips, ending;
* :func:`view` is what a given seat may see of a hand;
* :class:`Malformed`, :class:`NotNow` and :class:`AgainstRules` are the only errors.

Sections (R1 … R16) are those of ``docs/rules.md``.

Examples
--------
>>> rules = make_rules("michigan")
>>> deal = deal_hands({0: cards("9S 3H"), 1: cards("10S 5D"), 2: cards("JS KC")})
>>> hand = Hand(rules, [50, 50, 50], dealer=2, deal=deal)
>>> [TEXT[action.card] for action in hand.legal_actions()]
['3H', '9S']
>>> hand.apply(parse_action("1 plays 9S"))
>>> TEXT[hand.next_card], hand.ledger.stacks
('10S', [46, 46, 42])
"""

from .actions import Action, Event, Phase, Play, parse_action
from .cards import RANKS, SUITS, TEXT, Card, cards, parse_card
from .deal import Deal, clockwise, deal_hands, deal_pack
from .errors import Malformed, NotNow, RulesError
from .game import MIN_SEATS, Game
from .hand.board import board
from .hand.fold import Fold
from .hand.known import Hand
from .hand.staked import MAX_SEATS
from .hand.stakes import lawful_placements
from .illegal import AgainstRules
from .layout import Space
from .ledger import Entry, Ledger, account_name
from .options.option import Option
from .options.presets import PRESETS, make_rules, new_rules, overridden
from .options.rules import OPTIONS, Rules
from .views import PUBLIC, HandView, Viewer, effects, most_chips, view

__all__ = [
    "MAX_SEATS",
    "MIN_SEATS",
    "OPTIONS",
    "PRESETS",
    "PUBLIC",
    "RANKS",
    "SUITS",
    "TEXT",
    "Action",
    "AgainstRules",
    "Card",
    "Deal",
    "Entry",
    "Event",
    "Fold",
    "Game",
    "Hand",
    "HandView",
    "Ledger",
    "Malformed",
    "NotNow",
    "Option",
    "Phase",
    "Play",
    "Rules",
    "RulesError",
    "Space",
    "Viewer",
    "account_name",
    "board",
    "cards",
    "clockwise",
    "deal_hands",
    "deal_pack",
    "effects",
    "lawful_placements",
    "make_rules",
    "most_chips",
    "new_rules",
    "overridden",
    "parse_action",
    "parse_card",
    "view",
]
