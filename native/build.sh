#!/usr/bin/env bash
# Builds the kernels, native/*.cpp -> native/*.wasm, and embeds each in src/kernels/*-wasm.ts:
#   skin.cpp      -> kernels.wasm    bare WebAssembly, no library
#   flow.cpp      -> flow.wasm       likewise
#   intersect.cpp -> intersect.wasm  likewise, nothing imported
#   splat.cpp     -> splat.wasm      likewise
#   sparse.cpp    -> sparse.wasm     Eigen on wasi-libc and libc++, nothing imported
# Needs clang with the wasm32 target and what Eigen stands on (Debian 12: apt-get install clang lld libeigen3-dev
# wasi-libc libc++-dev-wasm32 libclang-rt-dev-wasm32). The same versions give the same bytes.
set -euo pipefail
cd "$(dirname "$0")"
clang++ --target=wasm32 -O3 -fno-builtin -fno-exceptions -fno-rtti -msimd128 -nostdlib \
  -Wl,--no-entry -Wl,--import-memory -Wl,--export=__heap_base -Wl,--strip-all -Wl,-z,stack-size=8192 -o kernels.wasm skin.cpp
clang++ --target=wasm32 -O3 -ffast-math -fno-builtin -fno-exceptions -fno-rtti -msimd128 -nostdlib \
  -Wl,--no-entry -Wl,--import-memory -Wl,--export=__heap_base -Wl,--strip-all -Wl,-z,stack-size=8192 -o flow.wasm flow.cpp
clang++ --target=wasm32 -O3 -fno-builtin -fno-exceptions -fno-rtti -msimd128 -mbulk-memory -nostdlib \
  -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=16384 -o intersect.wasm intersect.cpp
clang++ --target=wasm32 -O3 -fno-builtin -fno-exceptions -fno-rtti -msimd128 -mbulk-memory -nostdlib \
  -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=32768 -o splat.wasm splat.cpp
clang++ --target=wasm32-wasi -mexec-model=reactor -O3 -DNDEBUG -fno-exceptions -fno-rtti -msimd128 -mbulk-memory \
  -I/usr/include/eigen3 -Wl,--strip-all -o sparse.wasm sparse.cpp
node - <<'NODE'
const { readFileSync, writeFileSync } = require('node:fs');
for (const name of ['kernels', 'flow', 'intersect', 'splat', 'sparse']) {
  const base64 = readFileSync(`${name}.wasm`).toString('base64');
  const lines = base64.match(/.{1,110}/g).map((line) => `  '${line}'`).join(' +\n');
  const constant = `${name.toUpperCase()}_WASM`;
  writeFileSync(`../src/kernels/${name}-wasm.ts`, `/** @file native/${name}.wasm, embedded by native/build.sh. Do not edit. */\n\nexport const ${constant} =\n${lines};\n`);
}
NODE
ls -l ./*.wasm
