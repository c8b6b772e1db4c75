/**
 * @file The map of the repository, from the folders themselves: the first line of a folder's README.md says what it is. Run
 * as `npm run map` it writes the tables between `<!-- map: folders -->` and `<!-- /map -->`; a folder that is followed by
 * a slash stands for those in it. `npm run house` holds that no table is stale and no folder without its line.
 */

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { POSE_ROOMS, ROOMS } from './layers.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['CONTRIBUTING.md', 'lab/README.md'];
const CODE = /\.(tsx?|m?js|py)$/;
const LONGEST_LINE = 180;
/** Levels of folders below those that a page names. */
const LEVELS = 2;

/** Folders that tools made. */
const SKIPPED = /^(node_modules|dist|__pycache__)$|^\./;

/** Rooms as their layers lie, the rest by name. */
const ORDERS = { src: ROOMS, 'src/pose': POSE_ROOMS };

/** Breaches: folders without a line, and pages whose tables are not what the folders say. */
export function checkMap() {
  const silent = ['src', 'studio/src', 'lab'].flatMap((top) => silentFolders(top));
  const stale = PAGES.filter((page) => drawTables(page) !== readFileSync(`${ROOT}/${page}`, 'utf8'));
  return [...silent, ...stale.map((page) => `${page}: the map is stale; run npm run map`)];
}

/** The text of a page with its tables as the folders are now. */
function drawTables(page) {
  const text = readFileSync(`${ROOT}/${page}`, 'utf8').replaceAll('\r\n', '\n');
  return text.replace(/(<!-- map: (.+) -->\n)[\s\S]*?(?=<!-- \/map -->)/g, (_, mark, folders) => {
    const rows = folders.split(' ').flatMap((folder) => {
      const [name, below] = [folder.replace(/\/$/, ''), folder.endsWith('/')];
      return below ? subfolders(name).flatMap((one) => rowsOf(one)) : rowsOf(name);
    });
    return `${mark}\n| folder | what |\n|---|---|\n${rows.join('\n')}\n\n`;
  });
}

/** A row for a folder and for each below it that has a line; those below are indented. */
function rowsOf(folder, depth = 0) {
  const line = lineOf(folder);
  const name = depth === 0 ? folder : folder.split('/').pop();
  const row = line && `| ${'&emsp;'.repeat(depth)}\`${name}\` | ${line.replace(/\.$/, '')} |`;
  const below = depth < LEVELS ? subfolders(folder) : [];
  return [...(row ? [row] : []), ...below.flatMap((one) => rowsOf(one, depth + 1))];
}

/** The first line of a folder's README.md that is no heading. */
function lineOf(folder) {
  const path = `${ROOT}/${folder}/README.md`;
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .find((line) => line.trim() !== '' && !line.startsWith('#'));
}

function silentFolders(folder) {
  const entries = readdirSync(`${ROOT}/${folder}`).filter(
    (name) => CODE.test(name) || isFolder(folder, name),
  );
  const line = lineOf(folder);
  const breach =
    entries.length < 2 || (line && line.length <= LONGEST_LINE)
      ? []
      : [
          `${folder}: README.md should say in one line, of at most ${LONGEST_LINE} characters, what the folder is`,
        ];
  return [...breach, ...subfolders(folder).flatMap(silentFolders)];
}

function subfolders(folder) {
  const names = readdirSync(`${ROOT}/${folder}`).filter((name) => isFolder(folder, name));
  const order = ORDERS[folder] ?? [];
  const place = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1)).map((name) => `${folder}/${name}`);
}

const isFolder = (folder, name) => !SKIPPED.test(name) && statSync(`${ROOT}/${folder}/${name}`).isDirectory();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of PAGES) writeFileSync(`${ROOT}/${page}`, drawTables(page));
}
