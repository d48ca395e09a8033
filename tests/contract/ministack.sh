#!/bin/sh
# Make .venv-ministack with the DynamoDB emulator that the contract suite starts.
# Usage: tests/contract/ministack.sh [python]   Does nothing where it is up to date.
set -eu

python=${1:-python3}
cd "$(dirname "$0")/../.."
constraints=tests/contract/ministack-constraints.txt
stamp=.venv-ministack/installed-constraints.txt

if [ -x .venv-ministack/bin/python ] && cmp -s "$constraints" "$stamp"; then
    exit 0
fi
"$python" -m venv --clear .venv-ministack
.venv-ministack/bin/python -m pip install --quiet --disable-pip-version-check \
    --constraint "$constraints" ministack
# Last, so that an interrupted installation is begun anew.
cp "$constraints" "$stamp"
