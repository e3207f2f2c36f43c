import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readImportGraph } from '../deep/import-graph.ts';
import { served } from '../deep/items.ts';
import { sizeOf } from './test-sizes.ts';

const root = join(import.meta.dirname, '../..');

/**
 * `npm run test:changed`: checks what the branch's changed files can break, in under a minute for a typical change.
 * `-- --base <commit>` compares with another branch or commit than `main`.
 * The command checks format and lint of the changed files and the types of their projects, and runs the tidy tests.
 * It also runs every small test that imports a changed file, even indirectly.
 * Of the medium tests, it runs changed ones, those in a changed file's folder and those that import a changed file directly.
 * It lists the large and deep tests that need the changed files.
 */
function main(): void {
  const { values } = parseArgs({ options: { base: { type: 'string', default: 'main' } } });
  const changed = changedSince(values.base);
  const sources = changed.filter((path) => /\.(tsx?|mjs|js)$/.test(path));
  console.log(`${changed.length} changed files since ${values.base}`);
  if (changed.length === 0) return;
  run('oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...changed]);
  if (sources.length > 0) run('oxlint', ['--type-aware', '--deny-warnings', ...sources]);
  for (const project of projectsOf(sources)) run('tsc', ['--noEmit', '--project', project]);
  run('vitest', ['run', '--project', 'tidy', '--reporter', 'dot']);
  if (sources.length === 0) return;
  run('vitest', ['related', '--run', '--project', 'unit', '--passWithNoTests', ...sources]);
  const tests = globSync('{apps,packages,e2e,scripts,bench}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules'],
  });
  const medium = mediumTestsOf(sources, tests);
  if (medium.length > 0) run('vitest', ['run', '--project', 'server', ...medium]);
  listOthers(sources, tests);
}

/** Paths of existing files that differ from the commit at which this branch left `base`. */
function changedSince(base: string): string[] {
  const [left = base] = git('merge-base', base, 'HEAD');
  const paths = [...git('diff', '--name-only', left), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(paths)].filter((path) => existsSync(join(root, path))).toSorted();
}

/** The lines of git's output. */
function git(...words: string[]): string[] {
  const printed = execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  return printed.split('\n').filter((line) => line !== '');
}

/** The projects of `check:types` that contain a changed file; code shared by browsers and the server is in all of them. */
function projectsOf(sources: readonly string[]): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<'check:types', string>>;
  };
  const projects = [...scripts['check:types'].matchAll(/--project (\S+)/g)].map(([, project = '']) => project);
  const isShared = sources.some((path) => /^packages\/(contract|console-contract|client|decimal)\//.test(path));
  return projects.filter((project) => {
    const folder = dirname(project);
    if (folder !== '.') return isShared || sources.some((path) => path.startsWith(`${folder}/`));
    return sources.some((path) => !/^(packages\/kit|apps\/(web|console))\//.test(path));
  });
}

const graph = readImportGraph(root);

/** Medium tests that changed, are in the folder of a changed file, or import one. */
function mediumTestsOf(sources: readonly string[], tests: readonly string[]): string[] {
  const changed = new Set(sources);
  const folders = new Set(sources.filter((path) => path.startsWith('apps/exchange/src/')).map(dirname));
  return tests.filter(
    (test) =>
      sizeOf(test) === 'medium' &&
      (changed.has(test) || folders.has(dirname(test)) || graph.importsOf(test).some((path) => changed.has(path))),
  );
}

/** Lists the large and deep tests that need a changed file: they take longer than this command may. */
function listOthers(sources: readonly string[], tests: readonly string[]): void {
  const changed = new Set(sources);
  const isTouched = (path: string): boolean => {
    for (const each of graph.distancesFrom(path.startsWith('e2e/') ? [path, ...served] : [path]).keys())
      if (changed.has(each)) return true;
    return false;
  };
  for (const [size, command] of [
    ['large', 'npm test'],
    ['deep', 'npm run test:deep -- --touched'],
  ] as const) {
    const touched = tests.filter((path) => sizeOf(path) === size && isTouched(path));
    if (touched.length > 0) console.log(`\n${touched.length} ${size} tests need these files (${command}):`);
    for (const path of touched) console.log(`  ${path}`);
  }
}

/** Runs a tool of the project. If it fails, exits with its code. */
function run(program: string, words: readonly string[]): void {
  const shown = words.length > 8 ? `${words.slice(0, 6).join(' ')} … (${words.length})` : words.join(' ');
  console.log(`\n> ${program} ${shown}`);
  const { status } = spawnSync(join(root, 'node_modules/.bin', program), words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

main();
