#!/usr/bin/env bash
# Instructions that fixed pieces of work take, counted by callgrind: bench/instructions.sh PROGRAM
# [--store]. PROGRAM is the release build of bench/workloads.cpp. A count does not depend on how
# busy the machine is, so a change of speed shows where a clock would not tell.
#
# bench/INSTRUCTIONS holds the counts and the compiler they are of. With that compiler at hand, a
# count more than 5 per cent above the stored one fails; --store writes what is counted now.
# `balanced` is left out until its behaviour settles.
set -euo pipefail

cd "$(dirname "$0")/.."
program=$1
stored=bench/INSTRUCTIONS
compiler=$(${CXX:-c++} --version | head -n 1)
out=$(mktemp)
trap 'rm -f "$out"' EXIT

count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 |
    sed -n 's/^==[0-9]*== Collected : //p'
}

echo "compiler $compiler" >"$out"
for work in "random 2" "efficient 2" "shanten 20" "discards 2" "score 5"; do
  # Twice and once: what remains is the work without start and input.
  read -r name times <<<"$work"
  twice=$(count "$name" $((2 * times)))
  once=$(count "$name" "$times")
  echo "$name $((twice - once))" >>"$out"
done

if [[ ${2:-} == --store ]]; then
  cp "$out" "$stored"
  cat "$stored"
  exit
fi
if ! grep -qxF "compiler $compiler" "$stored"; then
  echo "the stored counts are of another compiler: $(head -n 1 "$stored"); this is $compiler"
  cat "$out"
  exit
fi
failed=0
while read -r name now; do
  [[ $name == compiler ]] && continue
  was=$(sed -n "s/^$name //p" "$stored")
  printf '%-10s %12d stored %12d (%+.1f%%)\n' "$name" "$now" "$was" \
    "$(awk -v a="$now" -v b="$was" 'BEGIN { print 100 * (a - b) / b }')"
  if ((now * 100 > was * 105)); then failed=1; fi
done <"$out"
if ((failed)); then
  echo "more instructions than stored: mend it, or store the new count and say why" >&2
  exit 1
fi
