"""The English texts of a rules page, from the first lead on; see :mod:`.english`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PLAY: Final = {
    "lead.free": "He may choose any suit.",
    "lead.poker": "The winner of the poker stage plays the first card (leads).",
    "lead.poker_tied": (
        "If several shared the pot, the first of them clockwise from the dealer leads."
    ),
    "lead.first_eldest": "Eldest plays the first card (leads).",
    "lead.first_dealer": "The dealer plays the first card (leads).",
    "lead.first_lowest": (
        "Whoever holds the lowest card of {suit} that any player has must play it first (lead it). "
        "If nobody has any {suit}, eldest leads a suit of his choice."
    ),
    "lead.lowest": "A lead is always the lowest card the leader has in the suit he chooses.",
    "lead.lowest_example": "With 5H, 9H and KS he may lead 5H or KS, not 9H.",
    "lead.change_none": (
        "Whoever leads again after a stop may choose any suit, also the one just played."
    ),
    "lead.change_suit": (
        "Whoever leads after a stop must choose another suit than that of the run that stopped."
    ),
    "lead.change_colour": (
        "Whoever leads after a stop must change colour: hearts or diamonds (red) after a black "
        "run, clubs or spades (black) after a red one."
    ),
    "stuck.pass": (
        "A player who is to lead but has no suit that is allowed passes, and the lead goes round "
        "to the left: whoever has none passes too, and the first who has one leads."
    ),
    "stuck.same_suit": (
        "If nobody has one, the player of the last card leads after all, with his lowest card of "
        "the suit that stopped."
    ),
    "stuck.same_colour": (
        "If nobody has one, the player of the last card leads after all, with any suit he has."
    ),
    "stuck.end": "If nobody has one, the hand ends without a winner.",
    "stuck.play_same_suit": (
        "A player who is to lead but has no other suit leads his lowest card of the suit that "
        "stopped."
    ),
    "stuck.play_same_colour": (
        "A player who is to lead but has no suit of the other colour leads any suit he has."
    ),
    "pass_fee": "Every pass costs {n:chip|chips}, paid into the kitty.",
    "stuck.only_then": "Anyone who can lead must lead.",
    "runs.next": (
        "Whoever holds the next higher card of the same suit plays it, then the holder of the next "
        "one, and so on: a run. There is no order of turns; one player may play several cards."
    ),
    "runs.example": (
        "So 5H is followed by 6H, then 7H, from whichever hand. Name your card aloud and lay it "
        "face up before you."
    ),
    "following.automatic": (
        "When the program deals the cards on the phones, the cards that follow a lead are played "
        "for their holders by themselves until the run stops, so nobody can overlook one."
    ),
    "runs.overlooked": (
        "Whoever holds the next card must play it. If it is overlooked at a table with real cards, "
        "the game goes on as after any stop, at no cost, and the card can be played later."
    ),
    "stops.ace_high": "A run stops after the ace, or when no player holds the next card: {why:or}.",
    "stops.ace_low": "A run stops after the king, or when no player holds the next card: {why:or}.",
    "stops.played": "it was played before",
    "stops.widow": "it lies in the widow",
    "stops.aside": "it was put aside",
    "stops.dropped": "it is in a hand given up for the widow",
    "stops.left": "its holder has left the hand",
    "stops.then": "The player of the last card leads a new run.",
    "played_cards.open": (
        "Played cards stay face up before their players; everyone may look at all of them."
    ),
    "played_cards.covered": (
        "Played cards stay in a pile before their players, each covering the one before; only the "
        "top card of a pile may be looked at until the hand is over."
    ),
    "boodle.played": ("Whoever plays the card of a space takes all chips on that space at once."),
    "boodle.led": "It does not matter whether the card was led or followed in a run.",
    "boodle.set": (
        "A space of several cards goes to the player who has played all of them in this hand, not "
        "necessarily in one run; he takes it with the last of them."
    ),
    "boodle.stays": "Chips that nobody wins stay on their spaces for the next hand.",
    "pot.run3": (
        "The first player to play three cards of one run himself, one right after the other, takes "
        "the pot with the third."
    ),
    "pot.once": "It is won once a hand at most; if nobody does, it stays for the next hand.",
}

_PAYMENT: Final = {
    "end.out": (
        "The hand ends as soon as a player has no card left. He is the winner, even in the middle "
        "of a run."
    ),
    "end.last": "If his last card wins {heaps:or}, he takes that first.",
    "end.boodle": "chips of the layout",
    "end.pot": "the pot",
    "dues.order": "Then come the payments, in this order:",
    "dues.alone": "Then:",
    "dues.compensation": "compensation for blocked wins (see Missed plays and wrong leads)",
    "dues.fines": "fines for missed plays",
    "dues.cards_left": (
        "every other player pays the winner {n:chip|chips} for each card he still holds"
    ),
    "dues.nothing": "nothing is paid for cards left in hand",
    "dues.kitty": "the winner takes the kitty",
    "end.no_winner": (
        "If the hand ends because nobody can lead, there is no winner: nothing is paid for cards "
        "left, and the chips on the table ({heaps}) stay for the next hand."
    ),
    "end.no_winner_dues": "What missed plays cost is paid all the same.",
    "miss.what": (
        "If you hold the next card of the run and do not play it, you have missed a play and the "
        "run stops there."
    ),
    "miss.then": (
        "It is not taken back: the player of the last card leads as after any stop, and you may "
        "play the missed card later. Whoever missed pays when the hand is over."
    ),
    "miss.own": (
        "Not a miss: you played the last card, hold the next one too, and lead just that card next."
    ),
    "miss.own_stuck": (
        "Not a miss: you played the last card, hold the next one too and lead it at once, because "
        "no allowed suit can be led."
    ),
    "miss.fine": "For each miss you pay {n:chip|chips} to every other player in the hand.",
    "miss.fine_example": "With four players, one miss costs you {total:chip|chips}.",
    "blocked.what": (
        "If your miss kept another player from winning a space of the layout, you also make good "
        "his loss: you pay him, from your own chips, as many as lie on that space at the end."
    ),
    "blocked.chain": (
        "That is so if, when you missed, every card from the missed one up to the boodle card was "
        "in some player's hand, and nobody would have got rid of his last card before it was "
        "reached;"
    ),
    "blocked.end": (
        "and if at the end of the hand the boodle card has not been played and chips lie on its "
        "space. Those chips stay there for the next hand."
    ),
    "blocked.several": (
        "If several misses blocked the same win, only the last of them pays; if that one was made "
        "by the holder of the boodle card himself, nobody pays."
    ),
    "blocked.set": (
        "For a space of several cards this is about the last of them still to be played, if one "
        "player has played or holds all of them."
    ),
    "blocked.example": (
        "Example: a run has come to {last}. Ann holds {missed} and does not play it. Ben holds "
        "{middle} and Cleo {target}. In the rest of the hand {target} is not played, and in the "
        "end {n:chip lies|chips lie} on its space."
    ),
    "blocked.example_paid": (
        "Ann pays Cleo {n:chip|chips}; the {n:chip|chips} on the space of {target} stay."
    ),
    "blocked.example_fine": (
        "As for any miss she also pays {n:chip|chips} to every other player, Cleo included."
    ),
    "audit.confirmed": (
        "At a table with real cards this is found out when the hand is over and all cards are "
        "known; the table then confirms or waives each such payment before the next deal."
    ),
    "audit.automatic": (
        "At a table with real cards this is found out when the hand is over and all cards are "
        "known; such payments are then made without asking."
    ),
    "false_lead.what": (
        "Where the program that keeps the score knows the cards, it does not accept {faults:or}."
    ),
    "false_lead.low": "a lead that is not your lowest card of its suit",
    "false_lead.suit": "a lead of a suit not allowed",
    "false_lead.turn": "a lead out of turn",
    "false_lead.pass": "a pass when you could lead",
    "false_lead.reject": (
        "If one is found out later, with real cards, it is reported, and the organiser rules."
    ),
    "false_lead.fine": (
        "If one is found out later, with real cards, it costs you 1 chip to every other player."
    ),
    "false_lead.no_boodle": (
        "Also, you win nothing from the layout from that lead to the end of the hand."
    ),
}

_ENDING: Final = {
    "broke.forgiven": (
        "Nobody goes below zero: a player who owes more than he has pays what he has; the rest "
        "is forgiven."
    ),
    "broke.payees": (
        "If he owes several players, they are paid one after the other, clockwise from him."
    ),
    "broke.finish_hand": (
        "A player without chips plays the hand to its end; if he has none after all payments, he "
        "is out of the game."
    ),
    "broke.drop_out": (
        "A player without chips leaves at once, also in mid-hand, and is out of the game: his "
        "cards are dead, he pays and gets nothing more. If it was his lead, the next player to "
        "the left leads."
    ),
    "broke.drop_out_more": (
        "A player who has none left after staking is not dealt in. If only one player remains, he "
        "wins the hand."
    ),
    "broke.rebuy": (
        "A player without chips plays the hand to its end; if he has none after all payments, he "
        "may buy {n:new chip|new chips} before the next deal, which is noted. Until he does, he "
        "is not dealt in; the deal does not wait for him, and he may buy before a later one."
    ),
    "broke.debt": (
        "Nobody is out: a player without chips plays and pays on, and his count falls below zero."
    ),
    "broke.join": "A new player may join between two hands by buying {n:chip|chips}.",
    "ending.hands": "The game ends after {n:hand|hands}.",
    "ending.minutes": (
        "No new hand is dealt once {n:minute has|minutes have} passed since the first deal; the "
        "hand in progress is finished."
    ),
    "ending.chips_stack": (
        "The game ends when, after the payments of a hand, a player has {n:chip|chips} or more."
    ),
    "ending.chips_net": (
        "The game ends when, after the payments of a hand, a player has at least "
        "{n:chip|chips} more than he has bought in all, those of the start included."
    ),
    "ending.closed_spaces": "The game ends when all spaces of the layout are closed.",
    "ending.open": "The game has no set end; it goes on until the organiser ends the round.",
    "ending.few": "The game also ends when fewer than two players are left.",
    "ending.few_rebuy": "It does not end because a player has no chips: he may still buy new ones.",
    "ending.closed": (
        "When the organiser closes the round, the hand in progress is finished and the game ends."
    ),
    "winner": "The player with the most chips wins the game.",
    "winner.shared": "Players with equally many share the place: 1st, 2nd, 2nd, 4th.",
    "unclaimed.split_equal": (
        "Chips left on the table ({heaps}) are shared equally among the players still "
        "in; what cannot be shared goes to the bank, that is to nobody."
    ),
    "unclaimed.void": "Chips left on the table ({heaps}) go to the bank, that is to nobody.",
    "unclaimed.leader_takes": (
        "Chips left on the table ({heaps}) go to the player with the most chips; if "
        "several lead they share equally, and what cannot be shared goes to the bank, that is to "
        "nobody."
    ),
    "heap.layout": "layout",
    "heap.kitty": "kitty",
    "heap.pot": "pot",
}

TEXTS_OF_PLAY: Final[Mapping[str, str]] = {**_PLAY, **_PAYMENT, **_ENDING}
"""Every text by its key."""
