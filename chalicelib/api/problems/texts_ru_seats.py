"""What is said of seats, chips bought and chips counted, in Russian, by the English templates."""

from __future__ import annotations

from typing import Final

SEATS: Final = {
    "nobody buys a new stack here": "здесь новых фишек не докупают",
    "seat {seat} still has chips": "у места {seat} ещё есть фишки",
    "the table has {most} seats, and all are taken": "за столом {most} мест, и все заняты",
    "fewer than two seats have chips; they may buy a new stack first": (
        "фишки есть меньше чем у двух мест; сначала можно докупить"
    ),
    "the next free seat is {seat}": "ближайшее свободное место — {seat}",
    "seat {seat} is taken": "место {seat} занято",
    "the round is just being opened": "тур как раз открывается",
    "player {player} sits at table {table} of round {round}, which is open": (
        "игрок {player} сидит за столом {table} тура {round}, а тот открыт"
    ),
    "the time is up: no more hand is dealt": "время вышло: раздач больше не будет",
    "player {player} has withdrawn": "игрок {player} выбыл",
    "count the stack of every seat, 1 to {last}": (
        "пересчитайте фишки на всех местах, с 1 по {last}"
    ),
}
