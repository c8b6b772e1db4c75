#!/bin/bash
# Packs what a bare machine with a GPU needs to train the skeleton network beside bodies that its cores make (55 MB):
#   bash lab/rig/write/pack.sh PACK CREATURES... [-- PEOPLE]
# CREATURES: folders of rigs with an index.json, labelled here. PEOPLE: a folder with makehuman.py, whose people are made there.
set -e
pack=$1; shift
root=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$pack/shards"
cd "$root"
npx esbuild lab/rig/write/generate.ts --bundle --platform=node --format=esm --target=node20 --minify-whitespace \
  --outfile="$pack/generate.mjs" --banner:js="import{createRequire as r}from'module';const require=r(import.meta.url);"
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  node "$pack/generate.mjs" dataset rigs "$1" -o "$pack/shards/$(basename "$1")"
  shift
done
tar cf - -C "$pack" shards | xz -T0 -6 > "$pack/shards.tar.xz"
rm -r "$pack/shards"
cp "$(command -v node)" "$pack/node" && strip "$pack/node" && xz -T0 -9 -f "$pack/node"
mkdir -p "$pack/rig" && cp lab/rig/write/*.py lab/rig/write/run.sh "$pack/rig/"
[ "$1" = -- ] && cp -r "$2" "$pack/people"
du -sh "$pack"
