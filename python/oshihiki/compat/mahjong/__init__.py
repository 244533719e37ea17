"""The calls that users of the PyPI package ``mahjong`` 2.1.0 know, answered by oshihiki.

Change ``from mahjong.`` to ``from oshihiki.compat.mahjong.``: the modules and what is in them
have the same names. ``docs/scoring.md`` lists where the answers differ.
"""
