"""Worlds weighed by likelihood: exact posteriors, calibration, mixing, refusals."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest

import oshihiki as oh
from oshihiki import _core, tiles
from oshihiki.errors import StudyError
from oshihiki.play import ActionType
from oshihiki.report import decision
from oshihiki.strategy.temper import lapse_code, temperature_code
from oshihiki.study import likelihood
from oshihiki.study import position as positions
from oshihiki.study.chains import Mixing, mixing
from oshihiki.study.likelihood import Setting, trust_code
from oshihiki.study.position import Position
from oshihiki.study.position_result import Sums

TEMPERATURE, LAPSE = 120.0, 1 / 32
TSUMOGIRI = 1 << 11


def soft_rounds(key: int, temperature: float = TEMPERATURE, lapse: float = LAPSE):
    """Rounds in which everybody plays from the chances of `balanced`, decision by decision."""
    strategy = _core.Strategy("balanced")
    heat, blind = temperature_code(temperature), lapse_code(lapse)
    for match in range(10**6):
        round_ = _core.Round(oh.rules.load("tenhou"), key=key, match=match)
        while not round_.over:
            seat = round_.waiting[0]
            yield round_, seat
            round_.step(seat, _core.decide_softly(round_, seat, strategy, heat, blind))


def chains_of(
    round_: _core.Round,
    seat: int,
    *,
    temperature: float = TEMPERATURE,
    lapse: float = LAPSE,
    trust: float = 1,
    burn_in: int,
    thin: int = 1,
    chains: int = 4,
    from_truth: bool = False,
    key: int = 1,
    then: str = "balanced",
    reads: bool = False,
) -> _core.StudyChains:
    play = _core.StudyPosition(
        round=round_, hero=seat, sampling="tenpai", others="balanced", then=[then], key=key
    )
    return _core.StudyChains(
        position=play,
        round=round_,
        temperature=temperature_code(temperature),
        lapse=lapse_code(lapse),
        trust=trust_code(trust),
        burn_in=burn_in,
        thin=thin,
        redeals=1,
        reads=reads,
        chains=chains,
        from_truth=from_truth,
    )


# --- one hidden tile ------------------------------------------------------------------------------


def dealt(hands: list[list[int]], draws: list[int], replacements: list[int]) -> list[int]:
    """A wall that deals these hands (dealer seat 0), then these live draws and replacements."""
    left = Counter(
        kind | (64 if copy == 3 and kind in (4, 13, 22) else 0)
        for kind in range(34)
        for copy in range(4)
    )
    wall = [-1] * 136
    at = 135
    order = [list(h) for h in hands]
    for n in (4, 4, 4, 1):
        for hand in order:
            for _ in range(n):
                wall[at] = hand.pop(0)
                at -= 1
    for code in draws:
        wall[at] = code
        at -= 1
    for i, code in enumerate(replacements):
        wall[i ^ 1] = code
    left.subtract(code for code in wall if code >= 0)
    assert min(left.values()) >= 0
    rest = sorted(left.elements())
    random.Random(1).shuffle(rest)
    return [code if code >= 0 else rest.pop() for code in wall]


Z = tiles.parse("4z")[0]
QUADS = tiles.parse("1111m9999s1111p2222z")


def kan_wall() -> list[int]:
    """Seat 0 is dealt four quads but for their last tiles and a 4z; it draws those."""
    # Seat 1 holds the other three 4z: nobody can call it, so that nobody else decides anything.
    hands = [
        [*QUADS[:11], QUADS[12], Z],
        [Z, Z, Z, *tiles.parse("2378m2378p23s")],
        tiles.parse("33z55z66z77z258m25s"),
        tiles.parse("33z55z66z77z369p36s"),
    ]
    # 1m, 9s and then the rest are full as the replacement tiles come.
    return dealt(hands, [QUADS[11]], [*QUADS[13:16], tiles.parse("5m")[0]])


KEPT_AT = 3 ^ 1  # the fourth replacement tile


def four_kans(wall: list[int]) -> tuple[_core.Round, float]:
    """Seat 0 declares four concealed kans, keeps its last tile and discards 4z from its hand;
    seat 1 is asked. And the chance of that discard."""
    round_ = _core.Round(oh.rules.load("tenhou"), wall)
    strategy = _core.Strategy("balanced")
    for text in ("1m", "9s", "1p", "2z"):
        kind = tiles.parse(text)[0]
        kans = [c for c in round_.legal(0) if c >> 7 & 15 == ActionType.ankan.value]
        round_.step(0, next(c for c in kans if c & 63 == kind))
    discards = [c for c in round_.legal(0) if c >> 7 & 15 == ActionType.discard.value]
    code = next(c for c in discards if c & 127 == Z and not c & TSUMOGIRI)
    chances = _core.action_surprises(
        round_, 0, strategy, temperature_code(TEMPERATURE), lapse_code(LAPSE)
    )
    round_.step(0, code)
    assert round_.waiting == [1]
    round_.step(1, round_.legal(1)[0])  # passes
    assert (round_.turn, round_.phase) == (1, 0)
    return round_, 2 ** (-dict(chances)[code] / 65536)


@pytest.mark.parametrize("trust", [1.0, 0.5])
def test_one_hidden_tile_has_the_exact_posterior(trust: float) -> None:
    """u_k pi(z | {z, k}) / sum_j u_j pi(z | {z, j}) for the tile k that is kept, or with powers of
    pi."""
    wall = kan_wall()
    round_, _ = four_kans(wall)
    hero = tiles.parse(round_.hand(1))
    known = Counter([*hero, *QUADS, Z, *round_.indicators])
    hidden = Counter(wall) - known
    assert sum(hidden.values()) == 136 - 14 - 16 - 1 - 5
    weights: dict[int, float] = {}
    order = [seat for n in (4, 4, 4, 1) for seat in range(4) for _ in range(n)]
    free = {135 - i for i, seat in enumerate(order) if seat >= 2}
    free |= set(range(82)) - {0, 1, 3} - {5, 7, 9, 11, 13}  # but replacements and indicators
    for code, copies in hidden.items():
        at = next(i for i in sorted(free) if wall[i] == code)
        other = list(wall)
        other[at], other[KEPT_AT] = other[KEPT_AT], other[at]
        weights[code] = copies * four_kans(other)[1] ** trust
    total = sum(weights.values())
    chains = chains_of(round_, 1, burn_in=2000, thin=600, trust=trust)
    found: Counter[int] = Counter()
    n = 3000
    for _ in range(n // 4):
        chains.advance(1, 0, 1)
        for i in range(4):
            (kept,) = chains.hands(i)[0]
            found[kept] += 1
    assert max(weights.values()) > 3**trust * min(weights.values()) / min(hidden.values())
    chi = sum((found[c] - n * w / total) ** 2 / (n * w / total) for c, w in weights.items())
    cells = len(weights) - 1
    assert chi < cells + 4 * math.sqrt(2 * cells)
    assert set(found) <= set(weights)


# --- worlds ---------------------------------------------------------------------------------------


def facing_riichi(key: int, most_turn: int = 12) -> tuple[_core.Round, int]:
    """A decision to discard against one riichi, from soft play."""
    for round_, seat in soft_rounds(key):
        if round_.phase == 0 and round_.turn == seat:
            values = _core.study_feature_values(round_, seat)
            legal = [c >> 7 & 15 for c in round_.legal(seat)]
            if (
                values["riichi_opponents"] == 1
                and values["turn"] <= most_turn
                and ActionType.tsumo.value not in legal
                and legal.count(ActionType.discard.value) > 2
            ):
                return round_.clone(), seat
    raise AssertionError


def test_worlds_agree_with_what_was_seen() -> None:
    round_, seat = facing_riichi(3)
    chains = chains_of(round_, seat, burn_in=500, thin=50)
    sizes = [sum(round_.counts(s)) for s in range(4)]
    threat = next(s for s in range(4) if s != seat and any(d & 0x100 for d in round_.river(s)))
    seen = Counter[int]()
    for s in range(4):
        seen.update(d & 127 for d in round_.river(s) if not d & 0x200)
    different = set()
    for _ in range(25):
        (_, _, _), rows = chains.advance(1, 0, 2)
        for i in range(4):
            hands = chains.hands(i)
            assert [len(h) for h in hands] == sizes
            assert sorted(hands[seat]) == sorted(tiles.parse(round_.hand(seat)))
            used = seen + Counter(code for hand in hands for code in hand)
            assert max(Counter(c & 63 for c in used.elements()).values()) <= 4
            assert rows[i][0][4][threat] != 0
            assert oh.waits(tiles.to_text(hands[threat]))
            different.add(str(hands))
    assert len(different) > 40
    steps, taken = chains.counts
    assert steps == 4 * (500 + 24 * 50)
    assert 0 < taken < steps


@pytest.mark.parametrize("reads", [False, True])
def test_chains_are_a_function_of_position_key_and_number(reads: bool) -> None:
    round_, seat = facing_riichi(3)
    a, b, c, d = (
        chains_of(round_, seat, burn_in=200, thin=20, key=key, chains=n, reads=reads)
        for key, n in ((1, 4), (1, 4), (2, 4), (1, 6))
    )
    first = [a.advance(75, 2**60 - 1, 2) for _ in range(2)]
    whole = b.advance(150, 2**60 - 1, 1)
    for i in range(4):
        assert first[0][1][i] + first[1][1][i] == whole[1][i]
    assert c.advance(150, 2**60 - 1, 1) != whole
    shorter = [[row[1:] for row in chain] for chain in d.advance(150, 0, 2)[1][:4]]
    assert shorter == [[row[1:] for row in chain] for chain in whole[1]]


def test_where_the_hidden_tiles_truly_lie_does_not_matter() -> None:
    """The true wall and one from another world of the same position give the same chains."""
    wall = kan_wall()
    other = list(wall)
    a, b = 20, 60
    other[a], other[b] = other[b], other[a]
    other[70], other[KEPT_AT] = other[KEPT_AT], other[70]
    runs = [
        chains_of(four_kans(w)[0], 1, burn_in=100, thin=10).advance(5, 2**60 - 1, 1)
        for w in (wall, other)
    ]
    assert runs[0] == runs[1]


ALL = 2**60 - 1


def values(chains: _core.StudyChains, states: int) -> list[list[list[int]]]:
    """By chain and state what each action brought."""
    return [[row[0] for row in chain] for chain in chains.advance(states, ALL, 2)[1]]


def test_a_hero_who_reads_judges_riichi_hands_by_the_states_before() -> None:
    round_, seat = facing_riichi(3)
    pace = {"burn_in": 200, "thin": 20}
    blind, reading = (chains_of(round_, seat, **pace, reads=reads) for reads in (False, True))
    assert values(blind, 1) == values(reading, 1)  # nothing is read yet
    assert values(blind, 60) != values(reading, 60)
    assert blind.stands == reading.stands  # how worlds are drawn does not depend on it
    # One who looks at nothing has no use for it.
    same = [chains_of(round_, seat, **pace, reads=r, then="tsumogiri") for r in (False, True)]
    assert values(same[0], 30) == values(same[1], 30)


def test_a_hero_reads_the_other_chains_and_not_his_own() -> None:
    """In a chain's own states lie hands like those of the world that is played."""
    round_, seat = facing_riichi(3)
    states, nothing = 256, 1 << 62
    start = chains_of(round_, seat, burn_in=200)
    start.advance(1, 0, 1)
    assert start.readable == 1

    def after(waits: list[int]) -> list[list[list[int]]]:
        chains = chains_of(round_, seat, burn_in=0, thin=20, reads=True)
        chains.go_to(states, start.stands, [[w] * states for w in waits])
        return values(chains, 60)

    of_hand = sum(1 << k for k in {code & 63 for code in tiles.parse(round_.hand(seat))})
    plain = after([nothing] * 4)
    found = after([of_hand, nothing, nothing, nothing])
    assert found[0] == plain[0]
    assert all(found[i] != plain[i] for i in (1, 2, 3))


def test_waits_of_another_number_of_states_are_refused() -> None:
    round_, seat = facing_riichi(3)
    chains = chains_of(round_, seat, burn_in=10, reads=True)
    chains.advance(2, 0, 1)
    with pytest.raises(StudyError, match="read 3 waits in 2 states of 1 hands in riichi"):
        chains.go_to(2, chains.stands, [[0] * 3] * 4)
    with pytest.raises(StudyError, match="4 stands and 3 chains' waits for 4 chains"):
        chains.go_to(2, chains.stands, [[0] * 2] * 3)


QUICK = {"sampling": "likelihood", "base": "tsumogiri", "seconds": 0}


def at_ease() -> tuple[Position, Setting]:
    """A position of few decisions and opponents who play at random: chains mix at once."""
    for round_, seat in soft_rounds(4):
        if round_.phase == 0 and round_.turn == seat and len(round_.river(seat)) == 3:
            break
    return Position(round_.clone(), seat), Setting(temperature=1e6, burn_in=1000, thin=60)


def test_result_tells_how_well_the_chains_moved() -> None:
    where, reading = at_ease()
    result = positions.run(where, **QUICK, worlds=4000, threads=2, reading=reading)
    assert isinstance(result, likelihood.LikelihoodResult)
    assert result.worlds == 4000
    assert len(result.values) == 4
    assert {len(chain) for chain in result.values} == {500}
    assert result.effective >= 400
    assert result.r_hat < 1.01
    assert {"surprise", "tenpai", "dangerous", *result.actions} == set(result.moves)
    n = len(result.actions)
    for a in range(n):
        total = sum(v[a] for chain in result.values for v in chain)
        assert result.ev(a).mean == pytest.approx(total / 4000 * 100)
        assert result.difference(a, a).half_width == 0
        assert result.difference(0, a).mean == pytest.approx(result.ev(0).mean - result.ev(a).mean)
    data = result.to_dict()
    assert data["sampling"] == "likelihood"
    assert data["chains"]["chains"] == 4
    assert data["chains"]["effective"] >= 400
    again = positions.run(where, **QUICK, worlds=4000, threads=1, reading=reading)
    assert again.to_dict() == data
    text = decision.text(where, result)
    assert "R-hat" in text
    assert "effective sample size" in text
    assert "the hero reads hands in riichi" in text
    assert "R-hat" in decision.page(where, result)


def test_estimates_are_of_states_and_their_redeals() -> None:
    """Values are summed over the re-deals of a state, in hundreds; an action that was left out
    early is compared over the states that both were played in."""
    rng = random.Random(1)
    setting = Setting(temperature=100.0, lapse=0.1, redeals=2)
    whole, half = 60, 30
    values = tuple(
        tuple((rng.randint(0, 40), rng.randint(-20, 20)) for _ in range(whole)) for _ in range(4)
    )
    sampled = tuple(Sums(4 * 2 * n, (0, 0), (0, 0, 0)) for n in (whole, half))
    moves = {
        name: Mixing(240, 0.0, 1.0, effective, r_hat)
        for name, effective, r_hat in (("surprise", 900.0, 1.02), ("tenpai", 500.0, 1.001))
    }
    result = likelihood.LikelihoodResult(
        *("id", {"measure": {"value": "points"}}, ("a", "b"), (0, 1), ("balanced",)),
        *(4 * 2 * whole, sampled, 0, None, 0.95, 0.0),
        setting=setting,
        values=values,
        moves=moves,
        taken=0.5,
    )
    ev = result.ev(0)
    assert ev.mean == pytest.approx(
        100 * sum(v[0] for chain in values for v in chain) / (4 * 2 * whole)
    )
    plain = mixing([[float(v[0]) for v in chain] for chain in values])
    assert ev.standard_error == pytest.approx(plain.standard_error * 100 / 2)
    found = result.difference(0, 1)
    both = [[v[0] - v[1] for v in chain[:half]] for chain in values]
    assert found.mean == pytest.approx(100 * sum(map(sum, both)) / (4 * 2 * half))
    assert result.difference(1, 0).mean == -found.mean
    # The slowest number decides, and each of the two limits alone.
    assert (result.effective, result.r_hat) == (500.0, 1.02)
    assert not result.mixed


def test_chains_that_have_not_mixed_are_refused() -> None:
    where, _ = at_ease()
    reading = Setting(temperature=100, lapse=0.01, burn_in=0, thin=1)
    with pytest.raises(
        StudyError, match=r"effective sample size .* \(400 are needed\), split R-hat"
    ):
        positions.run(where, **QUICK, worlds=900, reading=reading)
    with pytest.raises(StudyError, match="4 or more"):
        Setting(chains=3)
    with pytest.raises(StudyError, match=r"trust 1\.5: above 0"):
        Setting(trust=1.5)
    with pytest.raises(StudyError, match="reading belongs to"):
        positions.run(where, sampling="tenpai", worlds=100, reading=reading)


def test_the_fitted_temperature_is_stored_with_what_made_it() -> None:
    model = likelihood.fitted()
    assert 10 < model["temperature"] < 1000
    assert 0 < model["lapse"] <= 0.5
    assert model["decisions"] > 100_000
    assert "bench/temperature.py" in model["command"]
    assert Setting().temperature == model["temperature"]


# --- calibration ----------------------------------------------------------------------------------

RANKS = 8  # chains of a position


def numbers(row: tuple, codes: list[int]) -> dict[str, int]:
    """Numbers of one world; `codes` is the hand of the seat on the hero's right."""
    kinds = [c & 63 for c in codes]
    return {
        "surprise": row[1],
        "dangerous": 10 * row[2] + row[3],
        "low": sum(k < 27 and k % 9 in (3, 4, 5) for k in kinds),
        "kept": sum(k >= 27 for k in kinds),
        "hand": sum(k * k % 101 for k in kinds),
        "joined": sum(
            a == b or (a // 9 == b // 9 < 3 and b - a <= 2)
            for a, b in itertools.combinations(sorted(kinds), 2)
        ),
    }


def soft_positions(key: int, rng: random.Random):
    """Decisions to discard from the fourth turn on, at most one a decision of its round in ten."""
    last = None
    for round_, seat in soft_rounds(key):
        if round_.phase != 0 or round_.turn != seat or round_ is last:
            continue
        if len(round_.river(seat)) + 1 >= 4 and rng.random() <= 0.1:
            last = round_
            yield round_, seat


def states(chains: _core.StudyChains, chain: int, seat: int, n: int) -> list[dict[str, int]]:
    """Numbers of the next `n` states."""
    out = []
    for _ in range(n):
        row = chains.advance(1, 0, 1)[1][chain][0]
        out.append(numbers(row, chains.hands(chain)[(seat + 1) % 4]))
    return out


def counted(found, wanted: int, rng: random.Random) -> dict[str, list[int]]:
    """How often the true world has each rank among the drawn ones; ties broken at random."""
    counts: dict[str, list[int]] = {}
    for true, drawn in itertools.islice(found, wanted):
        for name, x in true.items():
            below = sum(d[name] < x for d in drawn)
            same = sum(d[name] == x for d in drawn)
            ranks = counts.setdefault(name, [0] * (RANKS + 1))
            ranks[below + rng.randint(0, same)] += 1
    return counts


def from_afar(key: int, burn_in: int, rng: random.Random):
    """The true world, and the ends of chains that start from drawn ones."""
    for i, (round_, seat) in enumerate(soft_positions(key, rng)):
        truth = chains_of(round_, seat, burn_in=0, chains=1, from_truth=True)
        drawn = chains_of(round_, seat, burn_in=burn_in, chains=RANKS, key=i)
        rows = drawn.advance(1, 0, 2)[1]
        right = (seat + 1) % 4
        ends = [numbers(row[0], drawn.hands(c)[right]) for c, row in enumerate(rows)]
        yield states(truth, 0, seat, 1)[0], ends


def along(key: int, thin: int, rng: random.Random):
    """The true world at a random place of a chain through it. Steps look the same both ways, so
    that such a chain is one that walks off from the truth and another that walked up to it; its
    states are true worlds if steps leave their distribution as it is, however slowly they mix."""
    for i, (round_, seat) in enumerate(soft_positions(key, rng)):
        truth = chains_of(round_, seat, burn_in=0, thin=thin, chains=2, from_truth=True, key=i)
        (true,) = states(truth, 0, seat, 1)
        before = rng.randint(0, RANKS)
        drawn = []
        for n in range(max(before, RANKS - before)):
            rows = truth.advance(1, 0, 1)[1]
            for c, of_chain in enumerate((before, RANKS - before)):
                if n < of_chain:
                    drawn.append(numbers(rows[c][0], truth.hands(c)[(seat + 1) % 4]))
        yield true, drawn


def chi_square_p(counts: list[int]) -> float:
    """Chance of a chi-square as great if all cells are equally likely (Wilson and Hilferty)."""
    n = sum(counts)
    expected = n / len(counts)
    chi = sum((c - expected) ** 2 / expected for c in counts)
    k = len(counts) - 1
    z = ((chi / k) ** (1 / 3) - (1 - 2 / (9 * k))) / math.sqrt(2 / (9 * k))
    return math.erfc(z / math.sqrt(2)) / 2


def all_uniform(counts: dict[str, list[int]]) -> None:
    for name, of_name in counts.items():
        assert chi_square_p(of_name) > 0.001, (name, of_name)
        # A slope is seen sooner than by the chi-square.
        n, mean = sum(of_name), sum(rank * times for rank, times in enumerate(of_name))
        error = math.sqrt(n * ((RANKS + 1) ** 2 - 1) / 12)
        assert abs(mean - n * RANKS / 2) < 3.5 * error, (name, of_name)


def test_ranks_of_the_true_world_are_uniform() -> None:
    rng = random.Random(11)
    all_uniform(counted(from_afar(11, 2000, rng), 60, rng))


def test_steps_leave_true_worlds_true() -> None:
    rng = random.Random(11)
    all_uniform(counted(along(13, 300, rng), 1000, rng))


@pytest.mark.slow
def test_ranks_of_the_true_world_are_uniform_in_many_positions() -> None:
    rng = random.Random(12)
    all_uniform(counted(along(12, 300, rng), 5000, rng))
    all_uniform(counted(from_afar(14, 8000, rng), 500, rng))
