"""One table of the demonstration: its phones join, and play to the end over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from chalicelib.api.resources.actions.answers import QueueAnswer, Receipt
from chalicelib.api.resources.hands.answers import Hand
from chalicelib.api.resources.hands.setup_answers import Setup
from chalicelib.api.resources.tables.answers import Table
from chalicelib.json_value import Json
from chalicelib.rules import TEXT, make_rules
from chalicelib.rules.actions import Follow, Form, Play, Verb
from chalicelib.rules.record import dealing, from_json

from . import bots
from .client import Client, JsonObject, Reply, Unexpected
from .draw_phone import Alarm, DrawPhone, Memory
from .strategy import misses, name_amount

PLAYING = "playing"


def _next_action(seen: Hand) -> int:
    """Return the number of the next action of a hand that is not over."""
    number = seen["next_action"]
    if number is None:
        raise Unexpected("a hand in play should say the number of its next action")
    return number


@dataclass(slots=True)
class Tally:
    """The counts of what a table did."""

    plays: int = 0
    hands: int = 0
    queues: int = 0
    repeats: int = 0
    recognised: int = 0
    early: int = 0
    refused: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of another table."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def repeat(self, again: Reply, first: JsonObject, *statuses: int) -> None:
        """Count a repeat, which has to be recognised and get the first answer.

        Raises
        ------
        Unexpected
            It did not.
        """
        self.repeats += 1
        if again.expect(*statuses) != first:
            raise Unexpected(f"{again.asked} was repeated, and answered otherwise than before")
        self.recognised += 1

    def repeat_marked(self, again: Reply, first: JsonObject, *statuses: int) -> None:
        """Count a repeat whose answer has to say that it is one; see :meth:`repeat`."""
        if again.status in statuses and not again.replayed:
            raise Unexpected(f"{again.asked} was repeated, and the answer does not say so")
        self.repeat(again, first, *statuses)


@contextmanager
def _no_alarm() -> Iterator[None]:
    """Take a phone's alarm for an answer other than it had to be."""
    try:
        yield
    except Alarm as alarm:
        raise Unexpected(f"a phone alarms: {alarm}") from alarm


class Phone:
    """A phone at the table: its seat, its token, and the hand as last seen."""

    def __init__(self, client: Client, seat: int, token: str) -> None:
        self._client = client
        self.seat = seat
        self.token = token
        self.seen: Hand | None = None
        self.draws: DrawPhone | None = None

    def look(self, path: str) -> Hand:
        """Return the present hand, as this phone may see it."""
        seen: Hand = self._client.call("GET", path, token=self.token).expect(200)
        self.seen = seen
        return seen

    def cards(self) -> list[str]:
        """Return the cards it holds, as far as it knows."""
        return (self.seen["seats"][self.seat - 1]["cards"] or []) if self.seen else []

    def expects_to_act(self, seen: Hand) -> bool:
        """Return whether it may be this phone's turn, as far as is public."""
        if seen["turn"] is not None:
            return seen["turn"] == self.seat
        return seen["waits_for"] in self.cards()


class TableNight:
    """Plays a table.

    Parameters
    ----------
    table
        Its id.
    codes
        The join code of each seat, in seat order, and last the scorer's.
    rules
        The rules of the league, as the API shows them.
    rng
        The table's own stream.
    tally
        Where it counts its actions, to show progress.
    going_on
        Asked before each step; raises what ends the demonstration.
    """

    def __init__(
        self,
        client: Client,
        table: str,
        codes: list[str],
        rules: Mapping[str, Json],
        rng: Random,
        tally: Tally,
        going_on: Callable[[], None],
    ) -> None:
        self._client = client
        self._path = f"/v1/tables/{table}"
        self._rules = make_rules("michigan", rules)  # every option is named: any preset will do
        self._rng = rng
        self._tally = tally
        self._going_on = going_on
        tokens = [self._join(code) for code in codes]
        self._scorer = tokens.pop()
        self._phones = [Phone(client, seat, token) for seat, token in enumerate(tokens, 1)]
        self._hand = ""

    def play(self) -> None:
        """Play hand after hand until the game at the table is over.

        Raises
        ------
        Unexpected
            The API answered otherwise than it had to.
        """
        self._commit()
        while True:
            table: Table = self._client.call("GET", self._path).expect(200)
            if table["next_hand"] is None or table["next_dealer"] is None:
                return
            self._hand = f"{self._path}/hands/{table['next_hand']}"
            dealer = self._phones[table["next_dealer"] - 1]
            self._enter(table, dealer)
            self._deal(dealer)
            seen = dealer.look(self._hand)
            while seen["status"] == PLAYING:
                self._going_on()
                seen = self._step(seen)
            self._see_end()
            self._tally.hands += 1

    def _join(self, code: str) -> str:
        body = {"code": code, "nonce": bots.nonce(self._rng)}
        joined = self._client.call("POST", "/v1/join", body=body).expect(200)
        if bots.chance(self._rng, bots.REPEATED):
            self._tally.repeat(self._client.call("POST", "/v1/join", body=body), joined, 200)
        token: str = joined["token"]
        return token

    # -- before the deal ------------------------------------------------------------------------

    def _enter(self, table: Table, dealer: Phone) -> None:
        """Let the dealer name the amount and the seats place their stakes, if the rules say so."""
        amount = self._rules.stakes.amount
        if self._rules.stakes.dealer_names_amount and bots.chance(self._rng, bots.NAMED):
            stack = table["seats"][dealer.seat - 1]["stack"]
            amount = name_amount(self._rules, stack, self._rng)
            self._put(f"{self._hand}/amount", dealer.token, {"amount": amount})
        placed = not self._rules.stakes.are_fixed
        for phone in self._phones:
            stack = table["seats"][phone.seat - 1]["stack"]
            entry: dict[str, dict[str, int]] = {}
            if placed and stack:
                due = min(amount, stack)
                entry["stakes"] = bots.place(
                    self._rng, self._rules, phone.seat, table["layout"], due
                )
            if entry:
                self._put(f"{self._hand}/entries/{phone.seat}", phone.token, entry)

    def _put(self, path: str, token: str, body: JsonObject) -> None:
        said = self._client.call("PUT", path, token=token, body=body).expect(200)
        if bots.chance(self._rng, bots.REPEATED):
            again = self._client.call("PUT", path, token=token, body=body)
            self._tally.repeat(again, said, 200)

    def _commit(self) -> None:
        """Let every phone commit to what it brings to the first shuffle."""
        table: Table = self._client.call("GET", self._path).expect(200)
        for phone in self._phones:
            phone.draws = DrawPhone(
                table["table"], phone.seat, table["commitment"], Memory(), self._rng.randbytes
            )
            body = {"commitment": phone.draws.commitment}
            self._put(f"{self._path}/commitments/{phone.seat}", phone.token, body)
            phone.draws.committed()

    def _deal(self, dealer: Phone) -> None:
        """Let the dealer close the entries, and the phones open the draw in some order."""
        dealt = self._client.call("PUT", self._hand, token=dealer.token, body={}).expect(201)
        if bots.chance(self._rng, bots.REPEATED):
            again = self._client.call("PUT", self._hand, token=dealer.token, body={})
            self._tally.repeat(again, dealt, 200)
        with _no_alarm():
            for phone in self._rng.sample(self._phones, len(self._phones)):
                seen = phone.look(self._hand)
                draw = seen["draw"]
                if draw and phone.draws and phone.seat in draw["missing"]:
                    opening = phone.draws.open(draw["text"], draw["setup"])
                    if opening is None:
                        raise Unexpected(f"the draw of {self._hand} misses a seat in no draw")
                    self._open(phone, draw["draw"], opening._asdict())
                    phone.draws.acknowledged()
            self._see_deal()

    def _see_deal(self) -> None:
        """Let every phone check what the cards were dealt by."""
        setup: Setup = self._client.call("GET", f"{self._hand}/setup").expect(200)
        for phone in self._phones:
            seen = phone.look(self._hand)
            digest = seen["digest"] if seen["next_action"] == 1 else None
            if phone.draws and setup["message"]:
                phone.draws.dealt(setup["hand"], setup["message"], phone.cards(), digest)

    def _see_end(self) -> None:
        """Let every phone check the hand, once its link is shown."""
        record = from_json(self._client.call("GET", f"{self._hand}/record").expect(200))
        if record.place is None or record.proof is None:
            raise Unexpected(f"the record of {self._hand} should have a proof")
        played = [
            (step.action.seat + 1, TEXT[step.action.card])
            for step in record.log
            if isinstance(step.action, Play | Follow)
        ]
        with _no_alarm():
            for phone in self._phones:
                if phone.draws:
                    phone.draws.ended(
                        record.place.hand, record.proof.link, dealing(record.rules), played
                    )

    def _open(self, phone: Phone, draw: int, body: JsonObject) -> None:
        def put() -> Reply:
            path = f"{self._hand}/draws/{draw}/{phone.seat}"
            return self._client.call("PUT", path, token=phone.token, body=body)

        opened = put().expect(201)
        if bots.chance(self._rng, bots.REPEATED):
            self._tally.repeat_marked(put(), opened, 200)

    # -- the hand -------------------------------------------------------------------------------

    def _step(self, seen: Hand) -> Hand:
        """Let a phone that can act do so, and return the hand seen afterwards."""
        number = _next_action(seen)
        if seen["phase"] == "run":
            verb = self._scorers_verb()
            if verb:
                self._post(self._scorer, number, {verb.value: True})
                self._tally.plays += verb is Verb.FOLLOW
                return self._phones[0].look(self._hand)
        for phone in self._asked(seen):
            mine = seen if phone.seen is seen else phone.look(self._hand)
            if mine["legal"]:
                return self._act(phone, mine)
        raise Unexpected(f"{self._hand} waits for action {number}, which no seat can do")

    def _scorers_verb(self) -> Verb | None:
        if misses(bots.STOPPED, self._rules, self._rng):
            return Verb.STOP
        return Verb.FOLLOW if bots.chance(self._rng, bots.FOLLOWED) else None

    def _asked(self, seen: Hand) -> Iterator[Phone]:
        """Yield the phones in the order in which they poll: first those that expect to act."""
        yield from sorted(self._phones, key=lambda phone: not phone.expects_to_act(seen))

    def _act(self, phone: Phone, mine: Hand) -> Hand:
        action = bots.choose(self._rng, self._rules, mine)
        number = _next_action(mine)
        queue = bots.queue(self._rules.table.order, action, phone.cards())
        if len(queue) > 1 and bots.chance(self._rng, bots.QUEUED):
            self._post_queue(phone, number, mine["digest"], queue)
        else:
            self._post(phone.token, number, {**action, "after": mine["digest"]})
            self._tally.plays += Verb.PLAY in action
        return phone.look(self._hand)

    def _post(self, token: str, number: int, action: JsonObject) -> None:
        def put(at: int) -> Reply:
            return self._client.call("PUT", f"{self._hand}/actions/{at}", token=token, body=action)

        if bots.chance(self._rng, bots.EARLY):
            self._tally.early += 1
            if put(number + 1).expect_problem("beyond-the-end")["expected"] != number:
                raise Unexpected(f"{self._hand} should expect action {number}")
            self._tally.refused += 1
        receipt = put(number).expect(201)
        if bots.chance(self._rng, bots.REPEATED):
            self._tally.repeat_marked(put(number), receipt, 200)

    def _post_queue(self, phone: Phone, number: int, digest: str, queue: list[Form]) -> None:
        body = {"first": number, "after": digest, "actions": queue}
        path = f"{self._hand}/actions"

        def post(verdict: str) -> list[Receipt | None]:
            reply = self._client.call("POST", path, token=phone.token, body=body)
            answer: QueueAnswer = reply.expect(200)
            results = answer["results"]
            if [result["verdict"] for result in results] != [verdict] * len(queue):
                raise Unexpected(f"{reply.asked} should be {verdict} whole, not {results}")
            return [result.get("receipt") for result in results]

        receipts = post("recorded")
        self._tally.queues += 1
        self._tally.plays += len(queue)
        if bots.chance(self._rng, bots.REPEATED):
            self._tally.repeats += 1
            if post("repeated") != receipts:
                raise Unexpected(f"POST {path} was repeated, and answered otherwise than before")
            self._tally.recognised += 1
