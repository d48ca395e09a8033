#!/bin/sh
# Make .venv-bench with the games that the engine is compared with.
# Usage: bench/setup.sh [python]   Does nothing where it is up to date.
# A peer that cannot be installed is named, and its figure will be missing; the rest is used.
set -eu

python=${1:-python3}
cd "$(dirname "$0")/.."
constraints=bench/peers.txt
stamp=.venv-bench/installed-constraints.txt

if [ -x .venv-bench/bin/python ] && cmp -s "$constraints" "$stamp"; then
    exit 0
fi
echo "making .venv-bench"
"$python" -m venv --clear .venv-bench
# rlcard asks for distutils, which Python 3.12 has no more; setuptools brings it.
whole=yes
for peer in chess "rlcard numpy termcolor setuptools"; do
    # Unquoted, to be several packages. -qq: errors only.
    .venv-bench/bin/python -m pip install -qq --disable-pip-version-check \
        --root-user-action=ignore --constraint "$constraints" $peer || {
        whole=no
        echo "bench: cannot install ${peer%% *}; its figure will be missing" >&2
    }
done
# Last, so that an interrupted or partial installation is begun anew.
if [ $whole = yes ]; then cp "$constraints" "$stamp"; fi
