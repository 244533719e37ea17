"""A fork in the true world and a position in sampled ones agree where worlds are sampled truly."""

from __future__ import annotations

from study import fork_position


def test_positions_agree_with_forks_where_discards_tell_nothing() -> None:
    found = fork_position.compare(
        fork_position.quiet(), spots=120, worlds=32, sampling="uniform", threads=2
    )
    assert abs(found.difference.errors_apart) < 4, found
    assert abs(found.value.errors_apart) < 4, found
    # The one who plays wins from those who throw what they draw.
    assert found.value.fork > 10 * found.value.error
