/**
 * @file Holds the house together, beyond what a linter sees: imports point down the layer list, between rooms and
 * inside `pose`; bodies are read in one place; no cycles, type-only ones included; only Node's rooms import Node; file
 * names are unique; file headers are short; the root has few names; every folder says what it is; links and references
 * lead somewhere. Prints every breach and ends with 1 if there is one.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkMap } from './folder-map.mjs';
import { BARRED, POSE_ROOMS, ROOMS } from './layers.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HEADER_LINES = 12;
/** Most names of the package's root. */
const ROOT_NAMES = 200;

/** Readers of bodies: what a joint is is found by them once, behind `readAnatomy`; everything else takes `rig.anatomy`. */
const READERS =
  /^src\/rig\/(body-plan\/(find-body-plan|plan-from-names|plan-from-roles)|reading\/[^/]+)\.ts$/;
/** What of them others may call: the reader itself, the bones that a file declares, measures of joints. */
const DOORS = /^src\/rig\/reading\/(read-anatomy|humanoid-body|analyze-joints)\.ts$/;
/** Where a skeleton is made, its body is read from the shape; the lab measures the readers. */
const MAY_READ = /^(src\/rig\/(reading|body-plan|learned|find|fit|sequence)\/|src\/rig\/rig-mesh\.ts$|lab\/)/;

/** What may import `node:…`: the terminal, and the files of io that are named for it. */
const NODE_ROOMS = /^src\/(cli|batch)\/|^src\/.*node[^/]*\.ts$/;

const listFiles = (folder) =>
  readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .sort();
const listed = ['src', 'lab', 'studio/src'].flatMap(listFiles);
const code = listed.filter(
  (file) => /^(src|lab|studio\/src)\/.*\.tsx?$/.test(file) && !/\.d\.ts$/.test(file),
);
const product = code.filter((file) => !/\.test\.tsx?$/.test(file));
const known = new Set(code);
const text = new Map(code.map((file) => [file, readFileSync(`${ROOT}/${file}`, 'utf8')]));
const breaches = [];

/** Files that a file imports, types among them. */
const imports = new Map(
  code.map((file) => {
    const specifiers = [...text.get(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((m) => m[1]);
    const found = specifiers.flatMap((specifier) => {
      const path = posix.join(posix.dirname(file), specifier);
      const source = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((one) =>
        known.has(one),
      );
      return source ?? [];
    });
    return [file, found];
  }),
);

const roomOf = (file) => /^src\/([^/]+)\//.exec(file)?.[1];
const poseRoomOf = (file) => /^src\/pose\/([^/]+)\//.exec(file)?.[1];

// (1) Layers.
for (const file of product.filter((one) => roomOf(one))) {
  const room = roomOf(file);
  if (!ROOMS.includes(room)) breaches.push(`${file}: src has no room "${room}"`);
  for (const target of imports.get(file)) {
    const other = roomOf(target);
    if (!other) continue;
    if (ROOMS.indexOf(other) > ROOMS.indexOf(room) || BARRED[room]?.includes(other)) {
      breaches.push(`${file} imports ${target}: ${room} may not import ${other}`);
    }
    const [inner, below] = [poseRoomOf(file), poseRoomOf(target)];
    if (inner && below && POSE_ROOMS.indexOf(below) > POSE_ROOMS.indexOf(inner)) {
      breaches.push(`${file} imports ${target}: pose/${inner} may not import pose/${below}`);
    }
  }
  if (/from 'node:|from 'three/.test(text.get(file)) && !NODE_ROOMS.test(file)) {
    breaches.push(`${file}: only the cli and files named node may import Node or three`);
  }
}

for (const file of code.filter((one) => /^(src|studio\/src)\//.test(one))) {
  for (const target of imports.get(file))
    if (target.startsWith('lab/'))
      breaches.push(`${file} imports ${target}: the product may not need the lab`);
}

// (2) Readers of bodies.
for (const file of product.filter((one) => !MAY_READ.test(one))) {
  for (const target of imports.get(file)) {
    if (!READERS.test(target) || DOORS.test(target)) continue;
    breaches.push(`${file} imports ${target}: a body is read by readAnatomy alone; take rig.anatomy`);
  }
}

// (3) Cycles, by Tarjan's strongly connected components.
const order = new Map();
const low = new Map();
const stack = [];
const visit = (file) => {
  order.set(file, order.size);
  low.set(file, order.get(file));
  stack.push(file);
  for (const target of imports.get(file)) {
    if (!order.has(target)) visit(target);
    if (stack.includes(target)) low.set(file, Math.min(low.get(file), low.get(target)));
  }
  if (low.get(file) !== order.get(file)) return;
  const group = stack.splice(stack.indexOf(file));
  if (group.length > 1) breaches.push(`a cycle: ${group.join(', ')}`);
};
for (const file of code) if (!order.has(file)) visit(file);

// (4) Names and headers.
const names = new Map();
for (const file of product) {
  const name = basename(file);
  if (name !== 'index.ts' && names.has(name)) breaches.push(`${file}: ${names.get(name)} has the same name`);
  names.set(name, file);
  const header = /^(?:#![^\n]*\n)?\/\*\*[\s\S]*?\*\//.exec(text.get(file))?.[0];
  const lines = header?.split('\n').length ?? 0;
  if (!header?.includes('@file')) breaches.push(`${file}: no @file header`);
  else if (lines > HEADER_LINES + 2)
    breaches.push(`${file}: a header of ${lines - 2} lines; at most ${HEADER_LINES}`);
}

// (5) Links of the guides, and the notes and models that sources refer to.
const guides = ['README.md', 'CONTRIBUTING.md', ...listFiles('docs'), ...listFiles('lab')].filter(
  (file) => /\.md$/.test(file) && !/^docs\/api\//.test(file),
);
for (const guide of guides) {
  for (const [, link] of readFileSync(`${ROOT}/${guide}`, 'utf8').matchAll(/\]\(([^)#\s]+)/g)) {
    const path = posix.join(posix.dirname(guide), link);
    if (!/^https?:/.test(link) && !existsSync(`${ROOT}/${path}`))
      breaches.push(`${guide}: there is no ${link}`);
  }
}
const site = readFileSync(`${ROOT}/docs/.vitepress/config.mts`, 'utf8');
for (const [, name] of site.matchAll(/guide\('[^']+', '([^']+)'\)/g)) {
  if (!existsSync(`${ROOT}/docs/guides/${name}.md`))
    breaches.push(`docs/.vitepress/config.mts: no guide ${name}`);
}
for (const file of product) {
  for (const [path] of text
    .get(file)
    .matchAll(/\b(?:lab\/notes\/[\w-]+\.md|(?<!video\/|\.\/)models\/[a-z-]+)\b/g)) {
    if (!existsSync(`${ROOT}/${path}`)) breaches.push(`${file}: there is no ${path}`);
  }
}

// (5) The map.
breaches.push(...checkMap());

// (6) The root has what is needed first; the rest is in sub-paths.
const rootNames = [...text.get('src/index.ts').matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(
  ([, list]) => list.split(',').filter((name) => name.trim() !== ''),
);
if (rootNames.length > ROOT_NAMES)
  breaches.push(`src/index.ts: ${rootNames.length} names; at most ${ROOT_NAMES}`);

for (const breach of breaches) process.stdout.write(`${breach}\n`);
process.stdout.write(`${product.length} files, ${breaches.length} breaches\n`);
process.exit(breaches.length > 0 ? 1 : 0);
