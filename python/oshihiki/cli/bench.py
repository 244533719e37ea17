"""``oshihiki bench``: fixed workloads with a signature."""

from __future__ import annotations

import hashlib
import json

import click

from oshihiki.simulate import simulate

__all__ = ["WORKLOADS", "command", "signature_text"]

# name -> (strategies, matches, rules). Changing a line changes the signature.
WORKLOADS = {
    "random": (["random"] * 4, 500, "tenhou"),
    "random-sanma": (["random"] * 3, 500, "tenhou-sanma"),
    "efficient": (["efficient"] * 4, 200, "tenhou"),
    "balanced": (["balanced"] * 4, 200, "tenhou"),
    "balanced-sanma": (["balanced"] * 3, 100, "tenhou-sanma"),
    "mixed-wrc": (["balanced", "efficient", "balanced", "random"], 100, "wrc-2025"),
}
_KEY = 2026


def signature_text(signatures: dict[str, str]) -> str:
    """The lines of ``bench/SIGNATURE``: one of all, then one a workload."""
    joined = hashlib.sha256("".join(signatures.values()).encode()).hexdigest()[:16]
    lines = [f"all {joined}", *(f"{name} {value}" for name, value in signatures.items())]
    return "\n".join(lines) + "\n"


@click.command("bench")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--signature", "only", is_flag=True, help="Only what bench/SIGNATURE holds.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def command(threads: int, only: bool, as_json: bool) -> None:
    """Run a fixed workload; print its signature and rates.

    The signature depends on every round and every result, and on nothing else: a change that is
    meant to be faster only must leave it as it is.
    """
    signatures = {}
    rows = []
    for name, (strategies, matches, rules) in WORKLOADS.items():
        results = simulate(strategies, matches, rules, key=_KEY, threads=threads)
        signatures[name] = results.signature
        summary = results.summary()
        rows.append(
            {
                "workload": name,
                "signature": results.signature,
                "matches": results.matches,
                "rounds": results.rounds,
                "seconds": results.seconds,
                "rounds_per_second": summary["rounds_per_second"],
                "decisions_per_second": summary["decisions_per_second"],
            }
        )
    text = signature_text(signatures)
    if only:
        click.echo(text, nl=False)
        return
    whole = text.split()[1]
    if as_json:
        click.echo(json.dumps({"signature": whole, "threads": threads, "workloads": rows}))
        return
    click.echo(f"signature {whole}  ({threads} thread{'s' if threads > 1 else ''})")
    for row in rows:
        click.echo(
            f"{row['workload']:<15} {row['signature']}  {row['rounds']:>6} rounds in "
            f"{row['seconds']:.2f} s  {row['rounds_per_second']:>9.0f} rounds/s  "
            f"{row['decisions_per_second']:>10.0f} decisions/s"
        )
