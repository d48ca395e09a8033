"""The English texts of a rules page.

One word for each thing, the words of the rules page: layout and its spaces, widow, kitty, pot,
bank, hand (one deal), run, stop, lead. Gaps as in ``{n:chip|chips}`` hold a number and its noun.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .english_play import TEXTS_OF_PLAY

_HEADINGS: Final = {
    "preset.michigan": "Michigan",
    "preset.michigan_pagat": "Michigan without change of suit",
    "preset.michigan_ru": "Michigan, the Russian way",
    "preset.boodle": "Boodle",
    "preset.newmarket": "Newmarket",
    "preset.newmarket_horses": "Newmarket with four horses",
    "preset.saratoga": "Saratoga",
    "preset.three_in_one": "Three in One (Michigan Rummy)",
    "preset.chicago": "Chicago",
    "preset.stops": "Stops",
    "players": "Players, cards, chips, dealer",
    "layout": "Layout and stakes",
    "deal": "The deal",
    "held": "First stage: the layout is paid out",
    "widow": "The widow: exchange and sale",
    "poker": "The poker stage: who takes the pot",
    "lead": "Leading",
    "lead.last_stage": "The last stage, playing out the cards: leading",
    "runs": "Runs and stops",
    "winning": "Winning chips during play",
    "end": "End of the hand and payment",
    "misses": "Missed plays and wrong leads",
    "false_leads": "Wrong leads",
    "game_end": "End of the game",
}

_SETTING: Final = {
    "aim": "You win chips {aims:and}. A hand is one deal and its play; a game is many hands.",
    "aim.played": "by playing certain cards",
    "aim.held": "by holding certain cards",
    "aim.run3": "by playing three cards in a row",
    "aim.poker": "by having the best poker hand",
    "aim.out": "by being the first to get rid of all your cards",
    "house": (
        "These are house rules: this page counts, not what the game's name stands for elsewhere."
    ),
    "players.number": "A game starts with 3 to 8 players, each for himself; it may end with 2.",
    "players.eldest": (
        "Turns go clockwise, that is to the left. The player to the dealer's left is called eldest."
    ),
    "pack": "One pack of 52 cards, four suits; no suit is higher than another.",
    "order": "Ranks from the lowest to the highest: {ranks}. {ace}",
    "ace.high": "The ace is the highest card.",
    "ace.low": "The ace is the lowest card.",
    "notation": (
        "Cards are written rank first, then suit: J jack, Q queen, K king, A ace; C clubs, "
        "D diamonds, H hearts, S spades. So 10S is the ten of spades and QH the queen of hearts."
    ),
    "chips.start": "Everyone starts with {n:chip|chips}.",
    "chips": "{n:chip|chips}",
    "card": "{rank} of {suit} ({text})",
    "rank.2": "two",
    "rank.3": "three",
    "rank.4": "four",
    "rank.5": "five",
    "rank.6": "six",
    "rank.7": "seven",
    "rank.8": "eight",
    "rank.9": "nine",
    "rank.10": "ten",
    "rank.J": "jack",
    "rank.Q": "queen",
    "rank.K": "king",
    "rank.A": "ace",
    "suit.C": "clubs",
    "suit.D": "diamonds",
    "suit.H": "hearts",
    "suit.S": "spades",
    "layout.what": (
        "In the middle of the table lies the layout: {n:space|spaces} for chips, marked by cards "
        "from a second pack. The marking cards are never played."
    ),
    "layout.played": (
        "The cards of the pack that win these chips when played are called boodle cards."
    ),
    "layout.held": "Chips on a space go to the player who holds its cards before the play begins.",
    "layout.cards": "Spaces of one card, in this order: {cards}.",
    "layout.named": "{name}: {card}",
    "layout.set": "Space {name}, won by one player with all of: {cards}.",
    "layout.ranks": (
        "Space {name}, won by one player with all of {ranks} in the same suit, whichever suit."
    ),
    "first_dealer.first_jack": (
        "For the first dealer, cards are turned up one by one clockwise, one to each player in "
        "turn; the first to get a jack deals."
    ),
    "first_dealer.high_card": (
        "For the first dealer, everyone cuts the pack and shows a card; the highest card deals "
        "({ace}). Players who tie for highest cut again."
    ),
    "high_card.ace_high": "the ace is highest",
    "high_card.ace_low": "the king is highest, the ace lowest",
    "first_dealer.chosen": "The players agree who deals first, or the organiser names him.",
    "first_dealer.random": "The first dealer is drawn by lot.",
    "cut": (
        "The dealer shuffles and the player to his left cuts the pack; when the program deals the "
        "cards on the phones there is no cut."
    ),
    "rotation": (
        "After every hand, also one that nobody won, the deal moves one player to the left; "
        "players who are out of the game are skipped."
    ),
    "stakes.none": "Nothing is staked before the deal.",
    "stakes.set_by": (
        "Before each deal the dealer names an amount of chips for this hand; if he names none, it "
        "is {n}."
    ),
    "stakes.each": "Before each deal every player puts down {parts}.",
    "stakes.fixed": "{n:chip|chips} on each space of the layout",
    "stakes.fixed_named": "the amount named on each space of the layout",
    "stakes.factor": (
        "The dealer puts {n:chip|chips} on each space instead, so he stakes {dealer} in all and "
        "everyone else {total}."
    ),
    "stakes.factor_named": "The dealer puts {n:time|times} as much on each space.",
    "stakes.dealer_same": "The dealer stakes the same as everyone.",
    "stakes.free": (
        "{n:chip|chips} spread over the spaces of the layout as he likes (spaces may be left empty)"
    ),
    "stakes.free_named": (
        "the amount named, spread over the spaces of the layout as he likes (spaces may be left "
        "empty)"
    ),
    "stakes.single": "{n:chip|chips} on one space of the layout of his choice",
    "stakes.single_named": "the amount named on one space of the layout of his choice",
    "stakes.kitty": "{n:chip|chips} into the kitty",
    "kitty.what": "The kitty goes to the player who first gets rid of all his cards.",
    "stakes.pot": "{n:chip|chips} into the pot",
    "pot.what_run3": "The pot goes to the player who first plays three cards in a row.",
    "pot.what_poker": "The pot goes to the best poker hand.",
    "stakes.order": "Eldest stakes first, then clockwise, the dealer last.",
    "stakes.steps": "Each pays in this order: {steps}.",
    "stakes.step_layout": "the spaces as listed above",
    "stakes.step_single": "his space",
    "stakes.step_kitty": "then the kitty",
    "stakes.step_pot": "then the pot",
    "stakes.added": "Stakes are added to chips left there from earlier hands.",
    "short.pay_all": (
        "Too few chips for the whole stake: you put in what you have, as far as it goes, are "
        "dealt in and may still win everything."
    ),
    "short.pay_all_free": (
        "Too few chips for the whole stake: you spread all you have, are dealt in and may still "
        "win everything."
    ),
    "short.sit_out": (
        "Too few chips for the whole stake: you stake nothing and get no cards in this hand; the "
        "turn to deal and eldest's place go to the next player to the left who can stake. If fewer "
        "than two players can stake, the game is over."
    ),
    "wind_down.closed": (
        "A space whose chips have been won is closed: nobody stakes on it any more in this game."
    ),
    "wind_down.kitty": "Once somebody has won the kitty, no more is staked in it in this game.",
    "wind_down.pot": "Once somebody has won the pot, no more is staked in it in this game.",
    "deal.no_widow": (
        "The dealer deals the pack face down, one card at a time, clockwise from eldest to "
        "himself, round and round. Everyone looks at his own cards only."
    ),
    "deal.widow": (
        "The dealer deals the pack face down, one card at a time, clockwise, to every player and "
        "to one more hand that belongs to nobody, the widow. Everyone looks at his own cards only."
    ),
    "deal.first_widow": (
        "In each round the widow gets its card first, then eldest, and so on to the dealer."
    ),
    "deal.first_eldest": (
        "In each round eldest gets his card first, and so on to the dealer, the widow last."
    ),
    "leftover.deal_all": (
        "All 52 cards are dealt, so some hands have one card more than others; that is fair."
    ),
    "leftover.equal_aside": (
        "All hands get equally many cards; the few that are left over are put aside face down and "
        "take no part."
    ),
    "leftover.equal_to_widow": (
        "All hands get equally many cards; the few that are left over are added to the widow."
    ),
    "widow.dead": "The widow stays face down; nobody looks at it until the hand is over.",
    "sizes": "Cards of each player, from eldest to the dealer:",
    "sizes.players": "{n:player|players}: {parts};",
    "sizes.last": "{n:player|players}: {parts}.",
    "sizes.each": "{n} each",
    "sizes.list": "{hands}",
    "sizes.widow": "widow {n}",
    "sizes.aside": "aside {n}",
}

_STAGES: Final = {
    "held.when": (
        "Before any card is played, whoever holds the card of a space (or all its cards, if it has "
        "several) shows them, takes all chips of the space and puts the cards back into his hand."
    ),
    "held.several": "A card may help to win more than one space.",
    "held.shared": (
        "Where any suit will do, several players may hold the cards: they share the chips equally, "
        "and what cannot be shared stays on the space."
    ),
    "held.rest": (
        "Chips of a space that nobody wins stay for the next hand. Playing these cards later wins "
        "nothing more."
    ),
    "widow.exchange": (
        "When everyone has looked at his own cards and before any is played, the dealer may, "
        "once, swap all his cards for the widow, without having seen it."
    ),
    "widow.old_hand": "His old cards are put away face down and take no part.",
    "widow.left": "If he does not, the widow stays face down and nobody looks at it.",
    "auction.anyone": (
        "If the dealer does not swap, the widow, still unseen, is for sale: the other players bid "
        "for it."
    ),
    "auction.dealer": (
        "Instead of swapping the dealer may put the unseen widow up for sale: the other players "
        "bid for it. He cannot swap after that. If he does neither, the widow stays face down."
    ),
    "bids.order": (
        "Eldest bids or passes first, then clockwise, round and round; a player who has "
        "passed is out of the bidding. The dealer does not bid."
    ),
    "bids.height": (
        "The lowest bid is 1 chip, each further bid must be higher than the last, and nobody bids "
        "more chips than he has."
    ),
    "bids.won": (
        "When all others have passed, the highest bidder pays his bid to the dealer at once, puts "
        "his own cards away face down (they take no part) and takes up the widow."
    ),
    "bids.none": "If everyone passes, the widow stays face down and nobody looks at it.",
    "widow.first": "Play starts only after that.",
    "poker.choose": (
        "Everyone secretly picks five of his cards as his poker hand and lays the others aside for "
        "now."
    ),
    "poker.betting": (
        "There is one round of betting, clockwise from eldest, with chips put into the pot. It "
        "ends when everyone has had a turn and all who have not folded have put in equally much; "
        "after a bet or a raise the others are asked again, too. Bets and raises are of 1 chip or "
        "more, but nobody puts in more than he has."
    ),
    "poker.words": (
        "In turn you check (add nothing, while nobody has bet), bet (put chips in), call (put in "
        "as much as the highest bet), raise (put in more than that) or fold (give up the pot, not "
        "your cards)."
    ),
    "poker.all_in": (
        "A player with too few chips to call may put in all he has; he stays in for the whole pot "
        "and is not asked again. The same goes for one who has no chips at all."
    ),
    "poker.show": (
        "Then all who have not folded show their five cards, and the best poker hand takes the pot."
    ),
    "poker.won": "If all but one have folded, that one takes the pot and need not show.",
    "poker.tied": (
        "Equal hands share the pot; chips that cannot be shared go to that one of them who comes "
        "first clockwise from the dealer."
    ),
    "poker.ranking": (
        "Poker hands from the best down: straight flush (five ranks in a row in one suit), four of "
        "a kind (four cards of one rank), full house (three of one rank and two of another), flush "
        "(five of one suit), straight (five ranks in a row), three of a kind, two pairs, one pair, "
        "highest card. Between two hands of the same sort the higher ranks decide: first those of "
        "the four, three or pairs, then the other cards from the highest down; suits do not count."
    ),
    "poker.ace": "In poker the ace is highest; it is lowest only in the straight A 2 3 4 5.",
    "poker.back": "All chosen cards go back to their owners' hands, also after folding.",
}

TEXTS: Final[Mapping[str, str]] = {**_HEADINGS, **_SETTING, **_STAGES, **TEXTS_OF_PLAY}
"""Every text by its key."""
