#!/bin/bash
# One run of training on a machine that has a GPU, PyTorch and nothing else, from what pack.sh packed:
#   OUT=results MINUTES=7 bash PACK/rig/run.sh [flags of train.py]
# All but a few cores make bodies meanwhile. PACK/state: what an earlier run left in its results; training goes on from there.
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
pack=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
mkdir -p "$work/made" "$OUT"
OUT=$(cd "$OUT" && pwd)
cd "$work"
xz -dc "$pack/node.xz" > node & xz -dc -T0 "$pack/shards.tar.xz" | tar xf - & wait
chmod +x node
make_bodies() {
  i=$1
  while [ ! -f stop ]; do
    nice ./node "$pack/generate.mjs" dataset rigs x --no-real --generated 110 --things 34 --parts 16 --creatures 1 --varied 18 --seed $i -o made/.g$i &&
      mv made/.g$i made/g$i
    i=$((i + 100))
  done
}
make_people() {
  i=$1
  while [ ! -f stop ]; do
    rm -rf people
    for crop in none hand head bust; do
      nice python3 "$pack/people/makehuman.py" people/$crop --count $([ $crop = none ] && echo 90 || echo 5) --seed $i --crop $crop --clothed 0.6 --no-clip
      i=$((i + 1))
    done
    python3 - people $i <<'P'
import glob, json, os, sys
folder, seed = sys.argv[1:]
of = lambda file: os.path.relpath(file, folder)
category = lambda file: {'none': 'person'}.get(of(file).split('/')[0], of(file).split('/')[0])
rows = [dict(file=of(file), name=f'{seed}-{of(file)}', source='people', category=category(file), split='train', rigFamily=f'people-{seed}-{of(file)}')
        for file in sorted(glob.glob(f'{folder}/**/*.glb', recursive=True))]
json.dump(rows, open(f'{folder}/index.json', 'w'))
P
    nice ./node "$pack/generate.mjs" dataset rigs people --varied 15 --seed $i -o made/.p$i && mv made/.p$i made/p$i
  done
}
seed=${SEED:-1000}
for k in $(seq 1 $(($(nproc --all) - 5))); do make_bodies $((seed + k)) > "bodies-$k.log" 2>&1 & done
[ -d "$pack/people" ] && make_people $((seed + 700000)) > people.log 2>&1 &
python3 "$pack/rig/train.py" shards/* --watch made --out "$OUT" --minutes "${MINUTES:-7}" --graphs $([ -d "$pack/state" ] && echo --state "$pack/state") "$@"
touch stop
