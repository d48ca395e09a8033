"""The options of the rules of a game, and the presets that set them.

Options stand in groups, one module each: what a table starts with, stakes, dealing, the widow,
leading, winning, misses, runs, chips, ending. A group is a frozen dataclass. A field declares an
option (:mod:`.option`), an enum has its choices, and a method answers each question about it, so
that no other module compares a choice. A rule about two groups is a method of one of them, or of
:class:`.rules.Rules`, which holds them all.

A new option is a field of its group. Options are listed and stored in the order of the fields. With
``part`` the rules page has a sentence for it, found by its name and its choice.
"""
