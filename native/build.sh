#!/usr/bin/env bash
# Builds the kernels: native/*.cpp -> native/kernels.wasm, embedded in src/kernels/kernels-wasm.ts.
# Needs clang with the wasm32 target and wasm-ld (Debian: apt-get install clang lld).
set -euo pipefail
cd "$(dirname "$0")"
clang++ --target=wasm32 -O3 -fno-builtin -fno-exceptions -fno-rtti -msimd128 -nostdlib \
  -Wl,--no-entry -Wl,--import-memory -Wl,--export=__heap_base -Wl,--strip-all -Wl,-z,stack-size=8192 -o kernels.wasm ./*.cpp
node - <<'NODE'
const { readFileSync, writeFileSync } = require('node:fs');
const base64 = readFileSync('kernels.wasm').toString('base64');
const lines = base64.match(/.{1,110}/g).map((line) => `  '${line}'`).join(' +\n');
writeFileSync('../src/kernels/kernels-wasm.ts', `/** @file native/kernels.wasm, embedded by native/build.sh. Do not edit. */\n\nexport const KERNELS_WASM =\n${lines};\n`);
NODE
ls -l kernels.wasm
