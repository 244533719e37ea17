"""Strategies: who decides a seat's actions.

The built-in ones play in the core: ``random``, ``tsumogiri``, ``efficient`` and ``balanced``, with
the parameters that :func:`parameters` lists. Anyone's own is a class derived from
:class:`Strategy`; a bot that speaks mjai plays as ``mjai:COMMAND``.
"""

from __future__ import annotations

from oshihiki.strategy.built_in import built_in, names, parameters
from oshihiki.strategy.find import load
from oshihiki.strategy.parameter import Parameter, choice, text, truth, whole
from oshihiki.strategy.plugin import Legal, RoundStart, Strategy
from oshihiki.strategy.temper import probabilities

__all__ = [
    "Legal",
    "Parameter",
    "RoundStart",
    "Strategy",
    "built_in",
    "choice",
    "load",
    "names",
    "parameters",
    "probabilities",
    "text",
    "truth",
    "whole",
]
