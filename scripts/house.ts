import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readImportGraph } from './deep/import-graph.ts';
import { readOwnership, roomOf } from './house/tables.ts';

const root = join(import.meta.dirname, '..');
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

function filesOf(...patterns: readonly string[]): ReadonlyMap<string, string> {
  const paths = globSync([...patterns], { cwd: root, exclude: ['**/node_modules', '**/dist'] }).toSorted();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const linesOf = (text: string): number => text.split('\n').length - 1;
const matches = (files: ReadonlyMap<string, string>, pattern: RegExp): number =>
  [...files.values()].reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
const filesWith = (files: ReadonlyMap<string, string>, pattern: RegExp): number =>
  [...files.values()].filter((text) => pattern.test(text)).length;

interface Count {
  readonly name: string;
  readonly value: number | string;
}

const section = (title: string, counts: readonly Count[]): void => {
  console.log(`\n${title}`);
  for (const { name, value } of counts) console.log(`  ${String(value).padStart(8)}  ${name}`);
};

/**
 * `npm run house`: counts what makes the project hard to find one's way in. `-- --list` also names the files behind the counts.
 */
function main(): void {
  const isListed = process.argv.includes('--list');
  const list = (items: readonly string[]): void => {
    if (isListed) for (const item of items) console.log(`            ${item}`);
  };
  const all = filesOf('{apps,packages,bench,scripts,e2e,test,lint}/**/*.{ts,tsx}');
  const code = new Map([...all].filter(([path]) => !isTest(path)));
  const server = new Map([...code].filter(([path]) => path.startsWith('apps/exchange/src/')));

  const { owners, foreign } = readOwnership(server);
  section('Tables', [
    { name: 'tables', value: owners.size },
    { name: 'files of one room that use a table of another', value: foreign.length },
    { name: 'of them, writing', value: foreign.filter(({ writes }) => writes).length },
    { name: 'files that name the type of all tables', value: filesWith(server, /\bTables\b/) },
  ]);
  list(
    foreign.map(({ path, table, writes }) => `${writes ? 'writes' : 'reads '} ${owners.get(table)}.${table}: ${path}`),
  );

  const graph = readImportGraph(root);
  const importers = new Map<string, number>();
  for (const path of all.keys())
    for (const needed of graph.importsOf(path)) importers.set(needed, (importers.get(needed) ?? 0) + 1);
  const slivers = [...code].filter(
    ([path, text]) => linesOf(text) <= 25 && importers.get(path) === 1 && !/index\.ts$|\/migrations\//.test(path),
  );
  const isForwarder = (text: string): boolean =>
    text
      .split('\n')
      .every((line) =>
        /^(export (type )?(\{|\*).*|\s+(type )?\w+( as \w+)?,|\} from .*|\s*\/\/.*|\/\*\*.*|\s\*.*|)$/.test(line),
      );
  const forwarders = [...code].filter(([path, text]) => !path.endsWith('index.ts') && isForwarder(text));
  const folders = Map.groupBy([...code.keys()], (path) => dirname(path));
  const crowded = [...folders].filter(([, paths]) => paths.length > 40);
  section('Files', [
    { name: 'files of at most 25 lines that one file imports', value: slivers.length },
    { name: 'files that only pass on what others export', value: forwarders.length },
    { name: 'folders of more than 40 files, tests not counted', value: crowded.length },
    {
      name: 'test files and rigs below a src folder',
      value: [...all.keys()].filter(
        (path) => /\/src\/.*(test-\w+|\/attack\/|test-contracts)/.test(path) && !path.endsWith('.test.ts'),
      ).length,
    },
  ]);
  list([...slivers, ...forwarders].map(([path]) => path));
  list(crowded.map(([folder, paths]) => `${paths.length} files: ${folder}`));

  const rooms = Map.groupBy([...server.keys()], roomOf);
  section('Rooms of the server', [
    ...[...rooms]
      .map(([name, paths]) => ({
        name: `${name}: files, ${paths.reduce((sum, path) => sum + linesOf(server.get(path) ?? ''), 0)} lines`,
        value: paths.length,
      }))
      .toSorted((one, other) => other.value - one.value),
  ]);

  section('Rules', [
    { name: 'places that make a refusal', value: matches(server, /new Refusal\(/g) },
    {
      name: 'of them, outside of doors',
      value: matches(new Map([...server].filter(([path]) => !/\/(transport|binance)\//.test(path))), /new Refusal\(/g),
    },
    { name: 'source files that know trailing distances (trailBps)', value: filesWith(code, /trailBps/) },
    { name: 'source files that know brackets', value: filesWith(code, /[bB]racket(?!s? ?\()/) },
    { name: 'files with stop_direction', value: filesWith(code, /stop_direction/) },
  ]);

  const example = readFileSync(join(root, '.env.example'), 'utf8');
  section('Weight', [
    { name: 'settings in .env.example', value: (example.match(/^#? ?[A-Z][A-Z0-9_]+=/gm) ?? []).length },
    { name: 'bytes of .env.example', value: Buffer.byteLength(example) },
    { name: 'migrations', value: globSync('apps/exchange/src/database/migrations/0*.ts', { cwd: root }).length },
    { name: 'dependencies that a package uses and does not declare', value: undeclared(code).length },
    { name: 'decisions', value: globSync('docs/decisions/0*.md', { cwd: root }).length },
    { name: 'pages of docs', value: globSync('docs/*.md', { cwd: root }).length },
  ]);
  list(undeclared(code));

  const areas = Map.groupBy([...all], ([path]) =>
    path
      .split('/')
      .slice(0, path.startsWith('apps') || path.startsWith('packages') ? 2 : 1)
      .join('/'),
  );
  section('Lines', [
    ...[...areas].map(([name, files]) => {
      const own = files.filter(([path]) => !isTest(path));
      const sum = (some: typeof files): number => some.reduce((total, [, text]) => total + linesOf(text), 0);
      return {
        name: `${name}: lines in ${own.length} files, and ${sum(files) - sum(own)} of tests in ${files.length - own.length}`,
        value: sum(own),
      };
    }),
    { name: `all, in ${all.size} files`, value: [...all.values()].reduce((total, text) => total + linesOf(text), 0) },
  ]);
}

/** `package → dependency` for each import that the package's own `dependencies` lack. */
function undeclared(code: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>();
  const packages = globSync('{apps,packages}/*/package.json', { cwd: root }).concat('bench/package.json');
  for (const path of packages) {
    const {
      name,
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<
      'dependencies' | 'optionalDependencies' | 'peerDependencies',
      Record<string, string> | undefined
    > & { readonly name: string };
    const declared = new Set([name, ...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })]);
    for (const [file, text] of code) {
      if (!file.startsWith(`${dirname(path)}/src/`)) continue;
      for (const [, wanted = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[\w*{}\s,]+ from )?'([^']+)';$/gm)) {
        const dependency = wanted.startsWith('@')
          ? wanted.split('/').slice(0, 2).join('/')
          : (wanted.split('/')[0] ?? '');
        if (/^(\.|node:|virtual:)/.test(wanted) || declared.has(dependency)) continue;
        found.add(`${name} → ${dependency}`);
      }
    }
  }
  return [...found].toSorted();
}

main();
