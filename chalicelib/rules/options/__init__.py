"""The options that make up the rules of a game, and the presets that set them.

Options stand in groups, one module each: what a table starts with, stakes, dealing, the widow,
leading, winning, misses, runs, chips, ending. A group is a frozen dataclass. A field declares an
option (:mod:`.option`), an enum has its choices, and a method answers each question about it, so
that no other module compares a choice. A rule that binds two groups is a method of one of them,
or of :class:`.rules.Rules`, which holds them all.

A new option is a field, where it belongs in its group; options are listed in this order, and
stored in it. With ``part`` its sentence on the rules page follows from its name and its choice.
"""
