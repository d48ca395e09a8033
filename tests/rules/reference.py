"""A hand played a second time, from the rules page alone: plain, slow, and without the engine.

Cards are texts such as ``10S``, hands are lists, chips lie in a dictionary by account name.
Nothing here is clever, so that it can be read beside the page. Sections are cited throughout.
It covers R3 to R10, R12, the wind-down of R13, and R15.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from .reference_poker import value

RANKS_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
RANKS_LOW = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
COLOUR = {"C": "black", "S": "black", "D": "red", "H": "red"}

Written = tuple[Any, ...]


class GameOver(Exception):
    """Fewer than two seats are able to stake (R3)."""


def sets_of(space: dict[str, Any]) -> list[list[str]]:
    """R15: ranks in place of cards are these cards of any one suit."""
    if all(rank in RANKS_HIGH for rank in space["cards"]):
        return [[rank + suit for rank in space["cards"]] for suit in "CDHS"]
    return [list(space["cards"])]


class ReferenceHand:
    """One hand. Actions are tuples: ``("play", 0, "9S")``, ``("bid", 1, 3)``, ``("stop",)`` …

    ``claimed`` names the accounts that were won in earlier hands (R13); ``away`` the seats whose
    cards follow by themselves from the start (R7).
    """

    def __init__(
        self,
        options: dict[str, Any],
        stacks: list[int],
        dealer: int,
        *,
        pack: list[str] | None = None,
        hands: dict[int, list[str]] | None = None,
        widow: list[str] | None = None,
        layout: list[int] | None = None,
        kitty: int = 0,
        pot: int = 0,
        seats: list[int] | None = None,
        amount: int | None = None,
        placements: dict[int, dict[int, int]] | None = None,
        claimed: set[str] | None = None,
        away: set[int] | None = None,
    ) -> None:
        self.options = options
        self.table = len(stacks)
        self.ranks = RANKS_LOW if options["ace"] == "low" else RANKS_HIGH
        self.spaces = [
            (space, [[space]]) if isinstance(space, str) else (space["name"], sets_of(space))
            for space in options["layout"]
        ]
        self.claimed = set(claimed or ())
        self.away = set(away or ())
        self.chips = {f"seat {seat + 1}": stack for seat, stack in enumerate(stacks)}
        for i, (name, _) in enumerate(self.spaces):
            self.chips[f"space {name}"] = layout[i] if layout else 0
        self.chips |= {"kitty": kitty, "pot": pot}
        self.moves: list[tuple[str, str, int]] = []
        self.dropped: list[int] = []
        self.gone: list[int] = []
        self.followed: list[tuple[int, str]] = []
        self.best: list[int] = []
        self.amount = options["stakes.amount"]
        if options["stakes.set_by"] == "dealer" and amount is not None:
            self.amount = amount
        self.dealer, self.live = self.who_is_in(
            dealer, list(range(self.table)) if seats is None else seats
        )
        self.pay_stakes(placements or {})
        if options["broke"] == "drop_out":
            self.dropped = [seat for seat in self.live if self.stack(seat) == 0]
            self.live = [seat for seat in self.live if self.stack(seat) > 0]
        if pack is not None:
            self.deal(pack)
        else:
            self.hands = {seat: list((hands or {})[seat]) for seat in self.live}
            self.widow = list(widow or [])
            self.dead: list[str] = []
        self.played: list[tuple[int, str]] = []
        self.run: list[tuple[int, str]] = []
        self.stops: list[dict[str, Any]] = []
        self.pot_won = options["pot.won_by"] == "poker"
        self.winner: int | None = None
        self.bids: list[tuple[int, int | None]] = []
        self.leader: int | None = None
        self.may_lead: list[str] = []
        self.misses: list[dict[str, Any]] = []
        self.calls: list[tuple[int, str]] = []
        self.put: dict[int, int] = {}
        self.waiting_for = "dealer"
        if self.decided_by_drops():
            return
        # A dealer who has dropped out decides nothing (R12).
        if options["widow"] not in ("exchange", "exchange_or_auction") or (
            self.dealer not in self.live
        ):
            self.open_play()
        self.follow()

    # Seats

    def left_of(self, seat: int) -> list[int]:
        """Return the live seats clockwise from ``seat``, which comes last if it is one of them."""
        order = [(seat + step) % self.table for step in range(1, self.table + 1)]
        return [other for other in order if other in self.live]

    def others(self, seat: int) -> list[int]:
        return [other for other in self.left_of(seat) if other != seat]

    def holder(self, card: str | None) -> int | None:
        for seat, hand in self.hands.items():
            if card in hand:
                return seat
        return None

    def stack(self, seat: int) -> int:
        return self.chips[f"seat {seat + 1}"]

    def pay(self, source: str, target: str, amount: int) -> None:
        """R12: who owes more than he has pays what he has, or goes into debt."""
        if self.options["broke"] != "debt" or not source.startswith("seat"):
            amount = min(amount, self.chips[source])
        if amount > 0:
            self.chips[source] -= amount
            self.chips[target] += amount
            self.moves.append((source, target, amount))

    def charge(self, seat: int, target: str, amount: int) -> None:
        """R12, drop_out: a seat that has paid its last chip leaves at once, its cards dead."""
        self.pay(f"seat {seat + 1}", target, amount)
        if self.options["broke"] == "drop_out" and self.stack(seat) == 0:
            self.live.remove(seat)
            self.dead += self.hands[seat]
            self.hands[seat] = []
            self.dropped.append(seat)

    def decided_by_drops(self) -> bool:
        """R12: only one seat left: that seat wins."""
        if len(self.live) < 2:
            self.finish(self.live[0] if self.live else None)
            return True
        return False

    # R3: stakes

    def is_open(self, name: str) -> bool:
        """R13, remove_claimed: a space once won is closed."""
        closing = self.options["wind_down"] == "remove_claimed"
        return not (closing and f"space {name}" in self.claimed)

    def extra(self, account: str) -> int:
        """R13, no_refill: kitty and pot, once won, are not staked again."""
        if self.options["wind_down"] == "no_refill" and account in self.claimed:
            return 0
        return int(self.options[f"stakes.{account}"])

    def claimed_now(self) -> set[str]:
        taken = {source for source, _, _ in self.moves if not source.startswith("seat")}
        return self.claimed | taken

    def owes(self, is_dealer: bool) -> int:
        stake: int
        if self.options["stakes.mode"] == "fixed":
            factor = self.options["stakes.dealer_factor"] if is_dealer else 1
            stake = self.amount * factor * len([n for n, _ in self.spaces if self.is_open(n)])
        else:
            stake = self.amount if any(self.is_open(name) for name, _ in self.spaces) else 0
        return stake + self.extra("kitty") + self.extra("pot")

    def who_is_in(self, dealer: int, seats: list[int]) -> tuple[int, list[int]]:
        if self.options["stakes.short"] == "pay_all" or self.options["broke"] == "debt":
            return dealer, sorted(seats)
        self.live = list(seats)
        out: list[int] = []
        for candidate in [dealer, *self.left_of(dealer)]:
            if self.stack(candidate) >= self.owes(True):
                dealer = candidate
                break
            out.append(candidate)
        else:
            raise GameOver
        live = [
            seat
            for seat in sorted(seats)
            if seat == dealer or (seat not in out and self.stack(seat) >= self.owes(False))
        ]
        if len(live) < 2:
            raise GameOver
        return dealer, live

    def pay_stakes(self, placements: dict[int, dict[int, int]]) -> None:
        for seat in self.left_of(self.dealer):
            for i, (name, _) in enumerate(self.spaces):
                if not self.is_open(name):
                    due = 0
                elif self.options["stakes.mode"] == "fixed":
                    due = self.amount
                    if seat == self.dealer:
                        due *= self.options["stakes.dealer_factor"]
                else:
                    due = placements.get(seat, {}).get(i, 0)
                self.pay(f"seat {seat + 1}", f"space {name}", due)
            self.pay(f"seat {seat + 1}", "kitty", self.extra("kitty"))
            self.pay(f"seat {seat + 1}", "pot", self.extra("pot"))

    # R4: the deal

    def deal(self, pack: list[str]) -> None:
        piles: list[Any] = self.left_of(self.dealer)
        if self.options["widow"] != "none":
            if self.options["deal.first"] == "widow":
                piles = ["widow", *piles]
            else:
                piles = [*piles, "widow"]
        dealt: dict[Any, list[str]] = {pile: [] for pile in [*piles, "dead", "widow"]}
        left = list(pack)
        if not piles:
            self.hands, self.widow, self.dead = {}, [], left
            return
        while len(left) >= len(piles):
            for pile in piles:
                dealt[pile].append(left.pop(0))
        leftover = self.options["deal.leftover"]
        if leftover == "deal_all":
            for pile in piles:
                if left:
                    dealt[pile].append(left.pop(0))
        dealt["widow" if leftover == "equal_to_widow" else "dead"] += left
        self.hands = {seat: dealt[seat] for seat in self.live}
        self.widow = dealt["widow"]
        self.dead = dealt["dead"]

    # R5: the widow

    def auction_by(self) -> str | None:
        """Return who may have the widow auctioned, if anyone."""
        if self.options["widow"] == "exchange_or_auction":
            return str(self.options["auction"])
        return None

    def bidders(self) -> list[int]:
        """Return who may still bid, in the order in which they will be asked."""
        order = self.others(self.dealer)
        passed = [seat for seat, bid in self.bids if bid is None]
        if self.bids:
            at = order.index(self.bids[-1][0])
            order = order[at + 1 :] + order[: at + 1]
        return [seat for seat in order if seat not in passed]

    def best_bid(self) -> tuple[int | None, int]:
        made = [(seat, bid) for seat, bid in self.bids if bid is not None]
        return made[-1] if made else (None, 0)

    def take_widow(self, seat: int) -> None:
        self.dead += self.hands[seat]
        self.hands[seat], self.widow = self.widow, []

    def auction_goes_on(self) -> None:
        seat, bid = self.best_bid()
        if [other for other in self.bidders() if other != seat]:
            return
        if seat is not None:
            self.take_widow(seat)
            self.charge(seat, f"seat {self.dealer + 1}", bid)
            if self.decided_by_drops():
                return
        self.open_play()

    # R15: the layout and the pot

    def open_play(self) -> None:
        if self.options["spaces_paid"] == "held":
            self.pay_held()
        if self.options["pot.won_by"] == "poker":
            self.waiting_for = "bet"
            self.order = self.left_of(self.dealer)
            self.put = dict.fromkeys(self.order, 0)
            self.betting_goes_on()
        else:
            self.first_lead()

    def pay_held(self) -> None:
        for name, sets in self.spaces:
            holders = [
                seat
                for seat in self.left_of(self.dealer)
                if any(all(card in self.hands[seat] for card in cards) for cards in sets)
            ]
            chips = self.chips[f"space {name}"]
            for seat in holders:
                self.pay(f"space {name}", f"seat {seat + 1}", chips // len(holders))

    def still_in(self) -> list[int]:
        folded = [seat for seat, verb in self.calls if verb == "fold"]
        return [seat for seat in self.order if seat in self.live and seat not in folded]

    def to_bet(self) -> int | None:
        """Return who has to answer: the next who has chips and has not met the last raise."""
        if len(self.still_in()) < 2:
            return None
        raises = [n for n, (_, verb) in enumerate(self.calls) if verb in ("bet", "raise")]
        answered = [seat for seat, _ in self.calls[raises[-1] if raises else 0 :]]
        place = self.order.index(self.calls[-1][0]) + 1 if self.calls else 0
        for seat in self.order[place:] + self.order[:place]:
            if seat in self.still_in() and seat not in answered and self.stack(seat) > 0:
                return seat
        return None

    def bet(self, verb: str, seat: int, amount: int) -> None:
        self.calls.append((seat, verb))
        if verb == "call":
            amount = max(self.put.values())
        if verb in ("call", "bet", "raise"):
            chips = min(amount - self.put[seat], self.stack(seat))
            self.put[seat] += chips
            self.charge(seat, "pot", chips)
        if not self.decided_by_drops():
            self.betting_goes_on()

    def betting_goes_on(self) -> None:
        if self.to_bet() is not None:
            return
        values = {seat: value(self.hands[seat]) for seat in self.still_in()}
        self.best = [seat for seat in values if values[seat] == max(values.values())]
        pot = self.chips["pot"]
        for seat in self.best:
            odd = pot % len(self.best) if seat == self.best[0] else 0
            self.pay("pot", f"seat {seat + 1}", pot // len(self.best) + odd)
        self.first_lead()
        if self.best:
            self.leader = self.best[0]
            self.lead_from(self.suits_of(self.leader))

    # R6: leading

    def suits_of(self, seat: int) -> list[str]:
        return [suit for suit in "CDHS" if any(card[-1] == suit for card in self.hands[seat])]

    def lowest(self, hand: list[str], suit: str) -> str:
        of_suit = [card for card in hand if card[-1] == suit]
        return min(of_suit, key=lambda card: self.ranks.index(card[:-1]))

    def first_lead(self) -> None:
        self.waiting_for = "lead"
        first = self.options["lead.first"]
        self.leader = self.left_of(self.dealer)[0]
        if first == "dealer" and self.dealer in self.live:
            self.leader = self.dealer
        if first.startswith("lowest:") and self.options["pot.won_by"] != "poker":
            suit = first[-1]
            held = [card for hand in self.hands.values() for card in hand if card[-1] == suit]
            if held:
                card = self.lowest(held, suit)
                self.leader = self.holder(card)
                self.may_lead = [card]
                return
        self.lead_from(self.suits_of(self.leader))

    def lead_from(self, suits: list[str]) -> None:
        assert self.leader is not None
        held = self.hands[self.leader]
        self.may_lead = [self.lowest(held, suit) for suit in self.suits_of(self.leader)]
        self.may_lead = [card for card in self.may_lead if card[-1] in suits]

    def lead_after_stop(self) -> None:
        last_seat, last_card = self.run[-1]
        self.run = []
        self.waiting_for = "lead"
        self.leader = last_seat
        old = last_card[-1]
        if self.options["lead.change"] == "none":
            permitted = list("CDHS")
        elif self.options["lead.change"] == "suit":
            permitted = [suit for suit in "CDHS" if suit != old]
        else:
            permitted = [suit for suit in "CDHS" if COLOUR[suit] != COLOUR[old]]
        self.lead_from(permitted)
        if self.may_lead:
            return
        if self.options["lead.stuck"] == "play_same":
            self.lead_from(list("CDHS"))
            return
        for seat in [last_seat, *self.others(last_seat)]:
            self.leader = seat
            self.lead_from(permitted)
            if self.may_lead:
                return
            self.charge(seat, "kitty", self.options["lead.pass_fee"])
            if self.decided_by_drops():
                return
        if self.options["lead.stuck"] == "pass_then_end":
            self.finish(None)
            return
        self.leader = last_seat if last_seat in self.live else self.left_of(last_seat)[0]
        self.lead_from(list("CDHS"))

    # R7 and R8: runs, boodle, pot

    def above(self, card: str) -> str | None:
        place = self.ranks.index(card[:-1]) + 1
        return None if place == len(self.ranks) else self.ranks[place] + card[-1]

    def next_card(self) -> str | None:
        """Return the card the run waits for, if a seat holds it."""
        card = self.above(self.run[-1][1])
        return None if self.holder(card) is None else card

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.played.append((seat, card))
        self.run.append((seat, card))
        for stop in self.stops:
            # R9, "its very next action" read narrowly: the next card at the table is that lead.
            if stop["miss"] is None:
                stop["miss"] = (seat, card) != (stop["offender"], stop["card"])
        for name, sets in self.spaces if self.options["spaces_paid"] == "played" else []:
            for cards in sets:
                if card in cards and all((seat, other) in self.played for other in cards):
                    self.pay(f"space {name}", f"seat {seat + 1}", self.chips[f"space {name}"])
        if len(self.run) >= 3 and {s for s, _ in self.run[-3:]} == {seat} and not self.pot_won:
            self.pot_won = True
            self.pay("pot", f"seat {seat + 1}", self.chips["pot"])
        if not self.hands[seat]:
            self.finish(seat)
        elif self.next_card() is None:
            self.lead_after_stop()
        else:
            self.waiting_for = "run"

    def follow(self) -> None:
        """R7, R17: what happens by itself, because the rules say so or for a seat that is away."""
        while self.waiting_for != "nothing":
            if self.waiting_for == "run":
                card = self.next_card()
                seat = self.holder(card)
                assert card is not None
                assert seat is not None
                if self.options["following"] != "automatic" and seat not in self.away:
                    return
                self.followed.append((seat, card))
                self.play(seat, card)
                continue
            choice = self.choice_for_absent()
            if choice is None:
                return
            if choice[0] == "play":
                self.followed.append((choice[1], choice[2]))
            self.step(choice)

    def choice_for_absent(self) -> Written | None:
        """R17: what an absent seat decides or leads, if it is its turn."""
        if self.options["away"] == "waits":
            return None
        if self.waiting_for == "dealer":
            return ("decline", self.dealer) if self.dealer in self.away else None
        if self.waiting_for == "bid":
            seat = self.bidders()[0]
            return ("pass", seat) if seat in self.away else None
        if self.waiting_for == "bet":
            better = self.to_bet()
            if better not in self.away:
                return None
            return ("fold" if max(self.put.values(), default=0) else "check", better)
        if self.leader not in self.away:
            return None
        lowest = min(self.may_lead, key=lambda c: (self.ranks.index(c[:-1]), "CDHS".index(c[-1])))
        return ("play", self.leader, lowest)

    # R9 and R10: misses

    def stop(self) -> None:
        card = self.next_card()
        offender = self.holder(card)
        own = offender == self.run[-1][0]
        self.stops.append(
            {
                "offender": offender,
                "card": card,
                "own": own,
                "miss": None if own else True,
                "hands": deepcopy(self.hands),
                "played": list(self.played),
            }
        )
        self.lead_after_stop()

    def chain(self, stop: dict[str, Any]) -> list[str]:
        """Return the cards that would have been played but for the stop (R10, 1 and 2)."""
        left = {seat: len(hand) for seat, hand in stop["hands"].items()}
        cards = []
        card = stop["card"]
        while card is not None:
            holder = [seat for seat, hand in stop["hands"].items() if card in hand]
            if not holder:
                break
            cards.append(card)
            left[holder[0]] -= 1
            if left[holder[0]] == 0:
                break
            card = self.above(card)
        return cards

    def prevented(self, stop: dict[str, Any], cards: list[str]) -> tuple[int, str] | None:
        """Return who would have won the space of these cards, and with which card."""
        played = [card for _, card in stop["played"]]
        unplayed = [card for card in cards if card not in played]
        chain = self.chain(stop)
        if not unplayed or any(card not in chain for card in unplayed):
            return None
        for seat, hand in stop["hands"].items():
            if all(card in hand or (seat, card) in stop["played"] for card in cards):
                return seat, max(unplayed, key=chain.index)
        return None

    def compensations(self, misses: list[dict[str, Any]]) -> list[tuple[int, int, int]]:
        due = []
        played = [card for _, card in self.played]
        wins = [(place, name, cards) for place, (name, sets) in enumerate(self.spaces)
                for cards in sets]  # fmt: skip
        if self.options["spaces_paid"] == "held":
            wins = []  # R15: a space that is not won by playing is not blocked by a stop
        last: dict[tuple[int, int], Any] = {}  # a space is made good to each holder once
        for number, miss in enumerate(misses):
            for place, name, cards in wins:
                win = self.prevented(miss, cards)
                if win and win[1] not in played:
                    holder, card = win
                    last[place, holder] = (number, self.ranks.index(card[:-1]), place, name, miss)
        for (_, holder), (number, up, place, name, miss) in last.items():
            chips = self.chips[f"space {name}"]
            if chips and holder != miss["offender"]:
                due.append(((number, up, place), miss["offender"], holder, chips))
        return [tuple(payment[1:]) for payment in sorted(due)]

    # R8: the end

    def finish(self, winner: int | None) -> None:
        self.winner = winner
        self.waiting_for = "nothing"
        self.leader, self.may_lead, self.run = None, [], []
        self.misses = [stop for stop in self.stops if stop["miss"] is not False]

        def compensate() -> None:
            if self.options["penalty.compensation"]:
                for offender, payee, chips in self.compensations(self.misses):
                    self.pay_due(offender, payee, chips)

        def fine() -> None:
            for miss in self.misses:
                for seat in self.others(miss["offender"]):
                    self.pay_due(miss["offender"], seat, self.options["penalty.missed_play"])

        first, then = compensate, fine
        if self.options["penalty.priority"] == "fine_first":
            first, then = fine, compensate
        first()
        then()
        if winner is None:
            return
        for seat in self.others(winner):
            self.pay_due(seat, winner, self.options["per_card"] * len(self.hands[seat]))
        if winner not in self.gone:
            self.pay("kitty", f"seat {winner + 1}", self.chips["kitty"])

    def pay_due(self, payer: int, payee: int, amount: int) -> None:
        """R12, drop_out: who has left neither pays nor receives, and who pays all leaves."""
        if self.options["broke"] == "drop_out":
            if payee in self.gone or payee not in self.live:
                return
            self.pay(f"seat {payer + 1}", f"seat {payee + 1}", amount)
            if self.stack(payer) == 0:
                self.gone.append(payer)
        else:
            self.pay(f"seat {payer + 1}", f"seat {payee + 1}", amount)

    # What can be done

    def legal(self) -> list[Written]:
        """Return every legal action; of the bids, bets and raises the lowest and the highest."""
        if self.waiting_for == "bet":
            better = self.to_bet()
            assert better is not None
            most = self.put[better] + self.stack(better)
            due = max(self.put.values())
            if all(self.stack(seat) <= 0 for seat in self.still_in() if seat != better):
                return [("call" if due else "check", better), ("fold", better)]
            if due == 0:
                return [("check", better), ("fold", better), ("bet", better, 1),
                        ("bet", better, most)]  # fmt: skip
            raised = {due + 1, most} if due < most else set()
            return [("call", better), ("fold", better), *(("raise", better, n) for n in raised)]
        if self.waiting_for == "dealer":
            actions: list[Written] = [("exchange", self.dealer), ("decline", self.dealer)]
            if self.auction_by() == "dealer":
                actions.append(("auction", self.dealer))
            return actions
        if self.waiting_for == "bid":
            seat = self.bidders()[0]
            lowest, highest = self.best_bid()[1] + 1, self.stack(seat)
            bids = {lowest, highest} if lowest <= highest else set()
            return [*(("bid", seat, amount) for amount in sorted(bids)), ("pass", seat)]
        if self.waiting_for == "lead":
            return [("play", self.leader, card) for card in self.may_lead]
        if self.waiting_for == "run":
            card = self.next_card()
            actions = [("play", self.holder(card), card)]
            if self.options["penalty.missed_play"] or self.options["penalty.compensation"]:
                actions.append(("stop",))
            return actions
        return []

    def do(self, action: Written) -> None:
        """Do an action, which must be legal, and all that follows by itself."""
        self.step(action)
        self.follow()

    def step(self, action: Written) -> None:
        verb = action[0]
        if verb == "away":
            self.away.add(action[1])
        elif verb == "back":
            self.away.remove(action[1])
        elif verb in ("check", "bet", "call", "raise", "fold"):
            self.bet(verb, action[1], action[2] if len(action) > 2 else 0)
        elif verb == "play":
            self.play(action[1], action[2])
        elif verb == "stop":
            self.stop()
        elif verb == "exchange":
            self.take_widow(self.dealer)
            self.open_play()
        elif verb == "auction" or (verb == "decline" and self.auction_by() == "anyone"):
            self.waiting_for = "bid"
        elif verb == "decline":
            self.open_play()
        else:
            self.bids.append((action[1], action[2] if verb == "bid" else None))
            self.auction_goes_on()
