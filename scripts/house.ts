import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readImportGraph } from './deep/import-graph.ts';
import { undeclaredIn } from './house/dependencies.ts';
import { readOwnership, roomOf } from './house/tables.ts';

const root = join(import.meta.dirname, '..');
const isListed = process.argv.includes('--list');

/** Paths and texts. */
type Files = ReadonlyMap<string, string>;

interface Count {
  readonly name: string;
  readonly value: number;
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.includes('/testing/');
const linesOf = (text: string): number => text.split('\n').length - 1;
const only = (files: Files, isMeant: (path: string) => boolean): Files =>
  new Map([...files].filter(([path]) => isMeant(path)));
const matches = (files: Files, pattern: RegExp): number =>
  [...files.values()].reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
const filesWith = (files: Files, pattern: RegExp): number =>
  [...files.values()].filter((text) => pattern.test(text)).length;
const totalOf = (files: Files): number => [...files.values()].reduce((sum, text) => sum + linesOf(text), 0);

function readFiles(pattern: string): Files {
  const paths = globSync(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist'] }).toSorted();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function section(title: string, counts: readonly Count[]): void {
  console.log(`\n${title}`);
  for (const { name, value } of counts) console.log(`  ${String(value).padStart(8)}  ${name}`);
}

/** Names what is behind a count, if the command asks for it. */
function list(items: readonly string[]): void {
  if (isListed) for (const item of items) console.log(`            ${item}`);
}

/** `npm run house`: counts what makes it hard to find one's way in the project. `-- --list` names the files behind the counts. */
function main(): void {
  const all = readFiles('{apps,packages,bench,scripts,e2e,test,lint}/**/*.{ts,tsx}');
  const code = only(all, (path) => !isTest(path));
  const server = only(code, (path) => path.startsWith('apps/exchange/src/'));
  countTables(only(code, (path) => /^apps\/(demo|exchange)\/src\//.test(path)));
  countFiles(all, code);
  countRooms(server);
  countRules(code, server);
  countWeight(code);
  countLines(all);
}

function countTables(server: Files): void {
  const { owners, foreign } = readOwnership(server);
  const outside = only(server, (path) => roomOf(path) !== 'database');
  section('Tables', [
    { name: 'tables', value: owners.size },
    { name: 'files of one room that use a table of another', value: foreign.length },
    { name: 'of them, writing', value: foreign.filter(({ writes }) => writes).length },
    {
      name: 'files outside of the database that know every table',
      value: filesWith(outside, /\bTables\b.*database\/tables\.ts'/),
    },
  ]);
  list(
    foreign.map(({ path, table, writes }) => `${writes ? 'writes' : 'reads '} ${owners.get(table)}.${table}: ${path}`),
  );
}

/** Every line exports something of another file. */
const passesOn = /^(export (type )?(\{|\*).*|\s+(type )?\w+( as \w+)?,|\} from .*|\s*\/\/.*|\/\*\*.*|\s\*.*|)$/;

function countFiles(all: Files, code: Files): void {
  const graph = readImportGraph(root);
  const importers = new Map<string, string[]>();
  for (const path of all.keys())
    for (const needed of graph.importsOf(path)) importers.set(needed, [...(importers.get(needed) ?? []), path]);
  /** A catalogue of texts is a file of its own however short it is: checks find it by its name. */
  const inner = [...code].filter(([path]) => !/(index|main|tables|-texts)\.tsx?$|\/migrations\/|\/schema\//.test(path));
  /** Behind a room's door its users are more than one; what is loaded later must be a file. */
  const hasToBe = (path: string, importer: string): boolean =>
    importer.endsWith('/index.ts') ||
    (all.get(importer) ?? '').match(new RegExp(`import\\('[^']*/${basename(path)}'\\)`)) !== null;
  const slivers = inner.filter(([path, text]) => {
    const [importer = '', ...others] = importers.get(path) ?? [];
    return linesOf(text) <= 25 && importer !== '' && others.length === 0 && !hasToBe(path, importer);
  });
  const forwarders = inner.filter(([, text]) => text.split('\n').every((line) => passesOn.test(line)));
  const crowded = [...Map.groupBy(code.keys(), (path) => dirname(path))].filter(([, paths]) => paths.length > 40);
  const misplaced = only(all, (path) => /\/src\/.*(test-\w+|\/attack\/|test-contracts)/.test(path) && !isTest(path));
  section('Files', [
    { name: 'files of at most 25 lines that one file imports, and no door offers', value: slivers.length },
    { name: 'files that only pass on what others export', value: forwarders.length },
    { name: 'folders of more than 40 files, tests not counted', value: crowded.length },
    { name: 'files for tests below a src folder', value: misplaced.size },
  ]);
  list([...slivers, ...forwarders].map(([path]) => path));
  list(crowded.map(([folder, paths]) => `${paths.length} files: ${folder}`));
  list([...misplaced.keys()]);
}

function countRooms(server: Files): void {
  const rooms = Map.groupBy(server.keys(), roomOf);
  const counts = [...rooms].map(([room, paths]) => ({
    name: `files of ${room}, with ${totalOf(only(server, (path) => roomOf(path) === room))} lines`,
    value: paths.length,
  }));
  section(
    'Rooms of the server',
    counts.toSorted((one, other) => other.value - one.value),
  );
}

function countRules(code: Files, server: Files): void {
  const inside = only(server, (path) => !/\/(transport|binance)\//.test(path));
  section('Rules', [
    { name: 'API codes named outside of doors', value: matches(inside, /\bCode\.\w+|\bforbiddenCode\b/g) },
    { name: 'source files that know trailing distances (trailBps)', value: filesWith(code, /trailBps/) },
    { name: 'source files that know brackets', value: filesWith(code, /[bB]racket(?!s? ?\()/) },
    { name: 'files with stop_direction', value: filesWith(code, /stop_direction/) },
  ]);
}

function countWeight(code: Files): void {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const missing = undeclaredIn(root, code);
  section('Weight', [
    { name: 'settings in .env.example', value: (example.match(/^#? ?[A-Z][A-Z0-9_]+=/gm) ?? []).length },
    { name: 'bytes of .env.example', value: Buffer.byteLength(example) },
    { name: 'migrations', value: globSync('apps/exchange/src/database/migrations/0*.ts', { cwd: root }).length },
    { name: 'dependencies that a package uses and does not declare', value: missing.length },
    { name: 'decisions', value: globSync('docs/decisions/0*.md', { cwd: root }).length },
    { name: 'pages of docs', value: globSync('docs/*.md', { cwd: root }).length },
  ]);
  list(missing);
}

/** `apps/web`, or the folder at the top. */
const areaOf = (path: string): string => /^((apps|packages)\/)?[^/]+/.exec(path)?.[0] ?? path;

function countLines(all: Files): void {
  const counts = [...Map.groupBy(all.keys(), areaOf).keys()].map((area) => {
    const files = only(all, (path) => areaOf(path) === area);
    const own = only(files, (path) => !isTest(path));
    const tests = totalOf(files) - totalOf(own);
    return { name: `lines of ${area} in ${own.size} files, and ${tests} of tests`, value: totalOf(own) };
  });
  section('Lines', [...counts, { name: `in all ${all.size} files`, value: totalOf(all) }]);
}

main();
