"""Users' profile files: both forms, inheritance, and what is said of a bad one."""

from pathlib import Path

import pytest

import oshihiki as oh


@pytest.fixture
def write(tmp_path: Path):
    def _write(text: str, name: str = "house.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return _write


def test_plain_and_full_form(write) -> None:
    path = write(
        'name = "house"\ntitle = "Our house"\n'
        'start = 30000\nkuitan = { value = false, source = "the wall", unconfirmed = true }\n'
    )
    rules = oh.rules.load(path)
    assert (rules.start, rules.kuitan, rules.profile) == (30000, False, "house")
    assert oh.rules.title(path) == "Our house"
    assert oh.rules.source(path, "start") == "house.toml"
    assert oh.rules.source(path, "kuitan") == "the wall (unconfirmed)"
    assert oh.rules.source(path, "oka") == "default"
    assert oh.rules.load(str(path)) == rules


def test_inherits_a_profile_and_a_file_beside_it(write) -> None:
    parent = write('inherits = "wrc-2025"\nkiriage = false\n', "parent.toml")
    child = write('inherits = "parent.toml"\nura = false\n', "child.toml")
    assert oh.rules.diff("wrc-2025", parent) == [("kiriage", True, False)]
    assert oh.rules.diff(parent, child) == [("ura", True, False)]
    assert oh.rules.load(child).profile == "child"
    # A parent that is edited is read again.
    write('inherits = "wrc-2025"\nstart = 40000\n', "parent.toml")
    assert oh.rules.load(child).start == 40000
    assert oh.rules.load(child).kiriage


def test_inheriting_in_a_circle_is_refused(write) -> None:
    write('inherits = "b.toml"\n', "a.toml")
    path = write('inherits = "a.toml"\n', "b.toml")
    with pytest.raises(oh.RulesError, match="circle"):
        oh.rules.load(path)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("start = 25000\nkuitan =\n", ["house.toml", "line 2"]),
        ("start = 25000\nstart = 1\n", ["house.toml", "line 2"]),
        ("kuitann = true\n", ["house.toml", "line 1", "'kuitann'", "'kuitan'"]),
        ("kuitann = { value = true }\n", ["house.toml", "'kuitann'", "'kuitan'"]),
        ("\n\nstart = -5\n", ["house.toml, line 3, start: start = -5", "from 0 to 1000000"]),
        ("start = 25_000.5\n", ["start", "25000.5"]),
        ('start = { value = "many" }\n', ["start.value", '"many"', "from 0 to 1000000"]),
        ("start = { valeu = 3 }\n", ["start", "'valeu'", "value, source, unconfirmed"]),
        ('start = { source = "x" }\n', ["start.value", "missing"]),
        ("start = { value = 25000, source = 3 }\n", ["start.source", "3", "text"]),
        ("start = { value = 25000, unconfirmed = 1 }\n", ["start.unconfirmed", "true or false"]),
        ("kuitan = 1\n", ["kuitan = 1", "true or false"]),
        ('ties = "coin"\n', ['ties = "coin"', "seat_order, shared"]),
        ("uma = [1, 2, 3]\n", ["uma = [1, 2, 3]", "four whole numbers"]),
        ('reds = "5m"\n', ['reds = "5m"', "tile text"]),
        ('reds = "0x"\n', ['reds = "0x"', "'x'"]),
        ('local_yaku = ["shichi"]\n', ["shichi", "sanrenkou"]),
        ("players = 3\n", ["house: chi = true with players = 3"]),
        ("title = 3\n", ["title = 3", "text"]),
        ('inherits = "tenho"\n', ["'tenho'", "did you mean 'tenhou'"]),
    ],
)
def test_a_bad_file_says_what_and_where(write, text: str, parts: list[str]) -> None:
    path = write(text)
    with pytest.raises(oh.RulesError) as caught:
        oh.rules.load(path)
    for part in parts:
        assert part in str(caught.value)


def test_an_undecodable_file_is_a_rules_error(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "\xe9"\n')
    with pytest.raises(oh.RulesError, match=r"latin\.toml"):
        oh.rules.load(path)


def test_an_unknown_name_or_file() -> None:
    with pytest.raises(oh.RulesError, match=r"did you mean 'm-league'\? Known: tenhou, ") as caught:
        oh.rules.load("mleague")
    assert "\n" not in str(caught.value)
    with pytest.raises(oh.RulesError, match="no rule file"):
        oh.rules.load("nowhere/none.toml")


@pytest.mark.parametrize("given", [None, 5, [], b"tenhou", object()])
def test_what_is_no_profile_is_named(given: object) -> None:
    with pytest.raises(TypeError, match="expected Rules, a profile's name or a path"):
        oh.rules.load(given)  # type: ignore[arg-type]
