"""The rules a log was played by: what it says of them, and what else is known of its server."""

from __future__ import annotations

from typing import Any

from oshihiki import rules
from oshihiki.errors import RulesError
from oshihiki.logs.model import LoggedMatch

__all__ = ["of_kobalab", "rules_of", "variants"]

_EARLY = ("2006", "2007", "2008", "2009")  # the years in which log ids of such matches begin


def rules_of(match: LoggedMatch, given: rules.Rules | None = None) -> tuple[str, rules.Rules]:
    """The profile a log was played by, and its rules.

    A profile that the log names; else Mahjong Soul's or Tenhou's, with what the log tells:
    Tenhou's type bits or tenhou.net/6's ``disp`` (players, red fives, open tanyao, length), the
    first round's scores, the form of the results. The chip lobbies (types 553 and 1569) pay
    mangan for 4 han 30 fu. Logs of kobalab's programs follow its standard rules: a double
    yakuman where Mahjong Soul has one.
    """
    if given is not None:
        return "given", given
    changes: dict[str, Any] = {}
    kind = match.type
    if match.profile and not of_kobalab(match):
        name = match.profile
        loaded = rules.load(name)
    else:
        family = "mahjong-soul" if match.origin == "majsoul" else "tenhou"
        name = family if match.players == 4 else f"{family}-sanma"
        loaded = rules.load(name)
        if of_kobalab(match):
            changes |= {
                "double_kokushi_13": True,
                "double_suuankou_tanki": True,
                "double_junsei_chuuren": True,
                "double_daisuushii": True,
                "pao_scope": "yakuman_only",
                "sudden_death": "at_once",
            }
        if match.reds is not True:
            changes["reds"] = _reds(match)
    if kind is not None:
        if kind & 2:
            changes["reds"] = ""
        if kind & 4:
            changes["kuitan"] = False
        if kind in (553, 1569):
            changes["kiriage"] = True
    elif match.form == "tenhou6" and match.tonpuu is not None and "喰" not in match.display:
        changes["kuitan"] = False
    if match.tonpuu is not None:
        changes["length"] = "tonpuu" if match.tonpuu else "hanchan"
    first = match.rounds[0] if match.rounds else None
    if (
        first is not None
        and first.scores is not None
        and (first.wind, first.dealer, first.honba) == (0, 0, 0)
    ):
        changes["start"] = first.scores[0]
        if name.startswith("mahjong-soul") and first.scores[0] != loaded.start:
            # Its rooms with other starting points count from those.
            changes["return_points"] = first.scores[0]
            changes["target"] = max(loaded.target, first.scores[0])
    told = match.profile and not of_kobalab(match)
    if not told and name.startswith("tenhou") and match.results is not None:
        # Results were whole thousands until 2022, exact tenths since.
        changes["rounding"] = "exact" if match.exact else "half_away"
    return name, loaded.replace(**changes) if changes else loaded


def of_kobalab(match: LoggedMatch) -> bool:
    """Whether a log follows the rules of kobalab's programs; in other forms it says so by name."""
    return match.form == "kobalab" or match.profile == "kobalab"


def _reds(match: LoggedMatch) -> str:
    if not match.reds:
        return ""
    assert not isinstance(match.reds, bool)
    out = ""
    for number, count in enumerate(match.reds):
        suit, rank = "mpsz"[number // 9], number % 9 + 1
        out += (f"0{suit}" if rank == 5 else f"{rank}r{suit}") * count
    return out


def variants(
    match: LoggedMatch, name: str, used: rules.Rules
) -> list[tuple[str, str, rules.Rules]]:
    """Rule sets that lobbies and times of a server have had beside its ranked ones of today.

    Returns
    -------
    list of tuple
        What it is, its profile, the rules. A log that its own rules do not explain is explained by
        one of these, if all of it is.
    """
    out: list[tuple[str, str, rules.Rules]] = []

    def add(label: str, changes: dict[str, Any], base: str = name) -> None:
        try:
            if base == name:
                changed = used.replace(**changes)
            else:
                changed = rules_of(_as_soul(match))[1].replace(**changes)
        except RulesError:  # a fourth place's uma, with three players
            return
        out.append((label, base, changed))

    start = used.start
    chips = {"uma": [30000, 10000, -10000, -30000]}
    if name.startswith("mahjong-soul"):
        add("uma 20-10", {"uma": [20000, 10000, -10000, -20000]})
        add("uma 30-10", chips)
        if match.tonpuu is None:
            add("East only", {"length": "tonpuu"})
        return out
    if not name.startswith("tenhou") or match.profile:
        return out
    if match.form == "mjai" and not match.origin and match.type is None:
        # mjai does not tell whose rules a log follows.
        soul = "mahjong-soul" if match.players == 4 else "mahjong-soul-sanma"
        add("Mahjong Soul's rules", {}, soul)
        add("Mahjong Soul's rules, East only", {"length": "tonpuu"}, soul)
        add("East only", {"length": "tonpuu"})
    add("uma 10-5", {"uma": [10000, 5000, -5000, -10000]})
    if used.length == "tonpuu" and match.log[:4] in _EARLY:
        # No East-only log of these years ends by the dealer's tenpai; one goes on after it.
        add(
            "uma 10-5 and no end by tenpai in the last round, as East-only matches of "
            f"{match.log[:4]}",
            {"uma": [10000, 5000, -5000, -10000], "tenpai_yame": False},
        )
    add("uma 10", {"uma": [10000, 0, -10000, 0]})
    add("kuikae allowed", {"kuikae_same": True, "kuikae_suji": True})
    add("uma 30-10", chips)
    add("uma 30-10, counters of 1,500", {**chips, "honba_ron": 1500, "honba_tsumo": 500})
    add("East and South played, though its type says East only", {"length": "hanchan"})
    add("no end by tenpai in the last round", {"tenpai_yame": False})
    add("no dealer repeat", {"renchan": "none"})
    add(
        "results that are the change of points",
        {"uma": [0, 0, 0, 0], "oka": 0, "return_points": start, "rounding": "exact"},
    )
    add(
        "uma 15-5 in exact tenths, shared by ties",
        {
            "uma": [15000, 5000, -5000, -15000],
            "oka": 0,
            "return_points": start,
            "rounding": "exact",
            "ties": "shared",
        },
    )
    return out


def _as_soul(match: LoggedMatch) -> LoggedMatch:
    from dataclasses import replace

    return replace(match, origin="majsoul")
