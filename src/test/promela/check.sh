#!/usr/bin/env bash
# Checks the model of the protocol with Spin, and that Spin finds every fault that is planted in it.
# Needs spin and gcc (Debian: apt-get install spin gcc libc6-dev).
set -euo pipefail
model=$(cd "$(dirname "$0")" && pwd)/inbox.pml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# check safety|liveness FLAG… : prints what pan says in a line
check() {
  local kind=$1
  shift
  spin -a "$@" "$model" > spin.log 2>&1 || { cat spin.log; exit 1; }
  if [ "$kind" = safety ]; then
    gcc -O2 -DSAFETY -DNOCLAIM -o pan pan.c
    ./pan -m100000 > pan.log
  else
    gcc -O2 -DNFAIR=4 -o pan pan.c
    ./pan -a -f -m100000 > pan.log
  fi
  if grep -q 'max search depth too small\|out of memory' pan.log; then
    cat pan.log
    exit 1
  fi
  grep -o 'errors: [0-9]*' pan.log
}

# what pan says is violated
why() {
  grep -o '^pan:1: .*' pan.log | sed 's/^pan:1: \(.*\) (at depth.*/— \1/' || true
}

expect() {
  local want=$1 kind=$2 name=$3
  shift 3
  local found
  found=$(check "$kind" "$@")
  local states
  states=$(grep -o '[0-9.e+]* states, stored' pan.log | head -1)
  printf '%-9s %-34s %s, %s %s\n' "$kind" "$name" "$found" "$states" "$(why)"
  if { [ "$want" = holds ] && [ "$found" != "errors: 0" ]; } ||
    { [ "$want" = caught ] && [ "$found" = "errors: 0" ]; }; then
    echo "expected: $want"
    cat pan.log
    exit 1
  fi
}

echo "The protocol:"
for kind in safety liveness; do
  expect holds $kind "local work" -DLOCAL
  expect holds $kind "a remote side with operation keys" -DREMOTE=KEYED
  expect holds $kind "a remote side with look-up only" -DREMOTE=LOOKUP
done

echo "Planted faults, each of which must be found:"
expect caught safety "no token in settle, local" -DLOCAL -DMUTANT=NO_TOKEN_IN_SETTLE
expect caught safety "no token in settle" -DMUTANT=NO_TOKEN_IN_SETTLE
expect caught safety "no token at the guard" -DREMOTE=LOOKUP -DMUTANT=NO_TOKEN_IN_GUARD
expect caught safety "no reconcile" -DREMOTE=LOOKUP -DMUTANT=NO_RECONCILE
expect caught safety "check, then insert" -DLOCAL -DMUTANT=CHECK_THEN_INSERT
expect caught liveness "no rescue of a dead worker's job" -DLOCAL -DMUTANT=NO_RESCUE
expect caught safety "a rescue that keeps the token" -DLOCAL -DMUTANT=RESCUE_KEEPS_TOKEN
expect caught safety "another operation key each time" -DREMOTE=KEYED -DMUTANT=ANOTHER_KEY
expect caught safety "the effect before done" -DLOCAL -DMUTANT=EFFECT_BEFORE_DONE
