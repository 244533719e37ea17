"""A recorded match as one HTML page: every step of every round, walked with the arrow keys."""

from __future__ import annotations

import html
import json
from typing import Any

from oshihiki import _core
from oshihiki.logs import LoggedMatch
from oshihiki.logs.replay import Followed
from oshihiki.play import Action, Round
from oshihiki.tiles import parse

__all__ = ["page"]


def page(match: LoggedMatch, followed: list[Followed], seat: int | None = None) -> str:
    """The page; with a seat, the hands of the others stay hidden.

    Parameters
    ----------
    match : LoggedMatch
    followed : list of Followed
        Its rounds, played again (:func:`oshihiki.logs.replay.follow`).
    seat : int, optional
    """
    rounds = [_round(one, seat) for one in followed if one.player is not None]
    names = [*match.names, *[""] * 4][: match.players]
    data = {"players": match.players, "names": names, "rounds": rounds}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    title = html.escape(f"{match.log} ({match.form})")
    return _PAGE.replace("@TITLE@", title).replace("@DATA@", text)


def _round(followed: Followed, seat: int | None) -> dict[str, Any]:
    player = followed.player
    assert player is not None
    round_ = Round._wrap(_core.Round(player.round.rules, player.wall, player.standing))
    steps = []
    for actor, code in player.script:
        action = Action(code)
        if action.type.name == "pass" and seat not in (None, actor):
            round_.step(action, actor)
            continue
        legal = [str(one) for one in round_.legal(actor)] if seat in (None, actor) else []
        steps.append({**_state(round_, seat), "actor": actor, "action": str(action), "of": legal})
        round_.step(action, actor)
    end = ""
    if round_.over:
        result = round_.result
        changes = ", ".join(f"{d:+d}" for d in result["delta"])
        end = f"{result['outcome']}: {changes}"
        for winner, score in result["scores"].items():
            counted = (
                f"{score['yakuman']} yakuman"
                if score["yakuman"]
                else (f"{score['han']} han {score['fu']} fu")
            )
            end += f"; seat {winner} wins {score['points']} ({counted})"
    for event, kind, expected, got in followed.differences:
        end += f"; difference at {event} ({kind}): the log has {expected}, we have {got}"
    steps.append({**_state(round_, None if round_.over else seat), "actor": -1, "action": end})
    return {"name": followed.played.name, "dealer": player.standing.dealer, "steps": steps}


def _state(round_: Round, seat: int | None) -> dict[str, Any]:
    players = round_.rules.players
    hands = []
    for s in range(players):
        tiles = parse(round_.hand(s))
        hands.append(tiles if seat in (None, s) else [-1] * len(tiles))
    return {
        "hands": hands,
        "melds": [round_.melds(s) for s in range(players)],
        "rivers": [parse("".join(round_.river(s))) for s in range(players)],
        "scores": list(round_.scores),
        "dora": list(round_._round.indicators),
        "left": round_.live_left,
    }


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem auto; max-width: 62rem; }
h1 { font-size: 1.1rem; }
.seat { border-top: 1px solid #9996; padding: .4rem 0; }
.now { background: #fd06; }
.tile { display: inline-block; min-width: 1.5em; text-align: center; border: 1px solid #9998;
  border-radius: 3px; margin: 1px; padding: 0 .1em; background: #fff8; }
.red { color: #c00; font-weight: bold; }
.melds { margin-left: 1rem; } .river { min-height: 1.7em; }
.legal, .info { color: #666; } button, select { font: inherit; }
#action { font-weight: bold; min-height: 1.5em; }
</style></head><body>
<h1>@TITLE@</h1>
<p><select id="round"></select> <button id="back">&larr;</button> <button id="next">&rarr;</button>
<input id="at" type="range" min="0" value="0"> <span id="count"></span></p>
<div id="action"></div><div class="legal" id="legal"></div><div class="info" id="info"></div>
<div id="table"></div>
<script type="application/json" id="data">@DATA@</script>
<script>
const data = JSON.parse(document.getElementById("data").textContent);
const el = id => document.getElementById(id);
let round = 0, at = 0;
const name = code => code < 0 ? "?" : (code & 64 ? 0 : (code & 63) % 9 + 1)
  + "mpsz"[Math.floor((code & 63) / 9)];
const tiles = codes => codes.map(code =>
  `<span class="tile${code >= 64 ? " red" : ""}">${name(code)}</span>`).join("");
const safe = text => String(text).replace(/[&<>]/g, c => "&#" + c.charCodeAt(0) + ";");
function show() {
  const one = data.rounds[round], step = one.steps[at];
  el("at").max = one.steps.length - 1;
  el("at").value = at;
  el("count").textContent = `${at + 1} of ${one.steps.length}`;
  el("action").textContent = step.actor < 0 ? step.action : `seat ${step.actor}: ${step.action}`;
  el("legal").textContent = step.of && step.of.length ? "legal: " + step.of.join(", ") : "";
  el("info").innerHTML = `indicators ${tiles(step.dora)} &nbsp; live tiles ${step.left}`;
  el("table").innerHTML = step.hands.map((hand, seat) => {
    const wind = "ESWN"[(seat - one.dealer + data.players) % data.players];
    return `<div class="seat${seat === step.actor ? " now" : ""}">seat ${seat} ${wind} ` +
      `${safe(data.names[seat] || "")} <b>${step.scores[seat]}</b><br>${tiles(hand)}` +
      `<span class="melds">${safe(step.melds[seat].join(" "))}</span>` +
      `<div class="river">${tiles(step.rivers[seat])}</div></div>`;
  }).join("");
}
function go(by) {
  at += by;
  if (at < 0 && round > 0) { round -= 1; at = data.rounds[round].steps.length - 1; }
  else if (at >= data.rounds[round].steps.length && round + 1 < data.rounds.length) {
    round += 1; at = 0;
  }
  at = Math.max(0, Math.min(at, data.rounds[round].steps.length - 1));
  el("round").value = round;
  show();
}
data.rounds.forEach((one, i) => el("round").add(new Option(one.name, i)));
el("round").onchange = e => { round = +e.target.value; at = 0; show(); };
el("at").oninput = e => { at = +e.target.value; show(); };
el("back").onclick = () => go(-1);
el("next").onclick = () => go(1);
addEventListener("keydown", e => {
  if (e.target.id === "at") return;
  if (e.key === "ArrowRight") go(1);
  if (e.key === "ArrowLeft") go(-1);
});
show();
</script></body></html>
"""
