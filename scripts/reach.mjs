/**
 * @file What a reader has to know to follow one thing from end to end: every function that an entry can get to, by the
 * references in the code (an upper bound on one run). docs/architecture.md holds the figures.
 *
 *     node scripts/reach.mjs                                     the walks below
 *     node scripts/reach.mjs --root ../older --list rig=src/verbs/rig-model.ts#rigModel
 *
 * A declaration at the top of a file is one function, with all that is in it; an entry may also be a function inside
 * another, and one with ! is not gone through. Types do not count, nor do constants without functions. The compiler is API Extractor's: TypeScript 7 has no API.
 */

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const ts = createRequire(require.resolve('@microsoft/api-extractor/package.json'))('typescript');

/** What is followed, and where it begins; what a message crosses (page to worker) begins anew on the other side. */
const WALKS = {
  rig: ['src/cli/rig/rig-command.ts#rigCommand'],
  'rig: bare mesh to rig': ['src/rig/rig-mesh.ts#rigMesh'],
  'what the body is': ['src/verbs/label-model.ts#labelModel'],
  'one frame of a drag': [
    'src/verbs/create-pose-drag.ts#solve',
    'src/pose/solve/solve-handles.ts#solveHandles',
  ],
  'animate generate': ['src/cli/animate/animate-generate.ts#animateGenerateCommand'],
  'animate generate, body known': [
    'src/cli/animate/animate-generate.ts#animateGenerateCommand',
    '!src/verbs/label-model.ts#labelModel',
    '!src/rig/reading/read-anatomy.ts#readAnatomy',
  ],
  'animate generate: the walk': ['src/motion/library/create-motion.ts#createMotion'],
  'studio, drop to walk': [
    'studio/src/features/open/actions/open-files.ts#openGathered',
    'studio/src/features/open/work/open-model.ts#openModel',
    'studio/src/features/pose/work/pose-work.ts#bindBody',
    'studio/src/features/motion/work/library-work.ts#listLibrary',
    'studio/src/features/motion/actions/motion-library.ts#addMotion',
    'studio/src/features/motion/work/library-work.ts#performMotion',
  ],
};

const { values, positionals } = parseArgs({
  options: { root: { type: 'string' }, list: { type: 'boolean' } },
  allowPositionals: true,
});
const root = resolve(values.root ?? fileURLToPath(new URL('..', import.meta.url)));
const given = positionals.map((one) => one.split(/=(.*)/s)).map(([name, list]) => [name, list.split(',')]);
const program = createProgram();
const checker = program.getTypeChecker();

process.stdout.write('entry                          functions  files   lines\n');
for (const [name, entries] of given.length > 0 ? given : Object.entries(WALKS)) {
  const barred = entries.filter((one) => one.startsWith('!')).map((one) => findEntry(one.slice(1)));
  const begun = entries.filter((one) => !one.startsWith('!')).map(findEntry);
  const reached = [...reach(begun, barred)].filter(holdsFunction);
  const files = new Set(reached.map((node) => node.getSourceFile().fileName));
  const lines = reached.reduce((sum, node) => sum + lineCount(node), 0);
  const cells = [
    String(reached.length).padStart(9),
    String(files.size).padStart(5),
    String(lines).padStart(6),
  ];
  process.stdout.write(`${name.padEnd(30)} ${cells.join('  ')}\n`);
  if (values.list) for (const line of reached.map(describe).sort()) process.stdout.write(`  ${line}\n`);
}

/** The product as one program; the studio's imports of the package lead into its sources. */
function createProgram() {
  const sources = ['src', 'studio/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  return ts.createProgram(sources, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    types: [],
    strict: true,
    noEmit: true,
    paths: {
      posespace: [join(root, 'src/index.ts')],
      'posespace/io/node': [join(root, 'src/io/node-index.ts')],
      'posespace/*': [join(root, 'src/*/index.ts')],
    },
  });
}

/** The declaration of `file#name`, also inside of another. */
function findEntry(entry) {
  const [file, name] = entry.split('#');
  const source = program.getSourceFile(join(root, file));
  let found;
  const visit = (node) => {
    if (!found && isDeclaration(node) && node.name.text === name) found = node;
    ts.forEachChild(node, visit);
  };
  if (source) visit(source);
  if (!found) throw new Error(`there is no ${entry}`);
  return found;
}

/** All declarations that some can get to, with them, without going through those that are barred. */
function reach(entries, barred) {
  const reached = new Set(entries);
  const waiting = [...entries];
  const visit = (node) => {
    // A reference in a type runs nothing.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node)) {
      const target = declarationOf(node);
      if (target && !reached.has(target) && !barred.includes(target)) {
        reached.add(target);
        waiting.push(target);
      }
    }
    ts.forEachChild(node, visit);
  };
  while (waiting.length > 0) visit(waiting.pop());
  return reached;
}

/** The top declaration in our files that an identifier stands for. */
function declarationOf(identifier) {
  let symbol = ts.isShorthandPropertyAssignment(identifier.parent)
    ? checker.getShorthandAssignmentValueSymbol(identifier.parent)
    : checker.getSymbolAtLocation(identifier);
  // What is taken out of a module that is imported late.
  const { parent } = identifier;
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    const key = (parent.propertyName ?? parent.name).text;
    symbol = (key && checker.getTypeAtLocation(parent.parent).getProperty(key)) || symbol;
  }
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declaration = symbol?.valueDeclaration;
  return declaration && isDeclaration(declaration) && isOurs(declaration) && isTop(declaration)
    ? declaration
    : undefined;
}

function isDeclaration(node) {
  const isOne =
    ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isVariableDeclaration(node);
  return isOne && node.name !== undefined && ts.isIdentifier(node.name);
}

function isTop(node) {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent.parent : node.parent;
  return ts.isSourceFile(holder);
}

function isOurs(node) {
  const { fileName, isDeclarationFile } = node.getSourceFile();
  return !isDeclarationFile && fileName.startsWith(`${root}/`) && !fileName.includes('/node_modules/');
}

function holdsFunction(node) {
  return node.body !== undefined || ts.isClassLike(node) || ts.forEachChild(node, holdsFunction) === true;
}

function lineCount(node) {
  const source = node.getSourceFile();
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  return lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
}

function describe(node) {
  return `${relative(root, node.getSourceFile().fileName)}#${node.name.text}`;
}
