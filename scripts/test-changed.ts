import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');

/**
 * `npm run test:changed`: checks what the files changed since the branch left `main` can break, in under a minute for a typical change;
 * `-- --base <commit>` compares with another commit. It runs format and lint of those files, types of their projects, the tidy tests, every
 * unit test that imports one of them (also indirectly), and the server tests in their folders or with a direct import. Journeys and other
 * server tests are left to `npm test`.
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
  run('vitest', ['run', '--project', 'tidy', '--reporter', 'dot', ...withoutAlerts(changed)]);
  if (sources.length === 0) return;
  run('vitest', ['related', '--run', '--project', 'unit', '--passWithNoTests', ...sources]);
  const tests = serverTestsOf(sources);
  if (tests.length > 0) run('vitest', ['run', '--project', 'server', ...tests]);
}

/** Prometheus plays every alert, which takes longer than all other tidy tests. */
function withoutAlerts(changed: readonly string[]): string[] {
  const alerts = /^(docs\/operations|test\/tidy)\/alerts/;
  return changed.some((path) => alerts.test(path)) ? [] : ['--exclude', 'test/tidy/alerts.test.ts'];
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

/** Server tests that changed, are in the folder of a changed file, or import one. */
function serverTestsOf(sources: readonly string[]): string[] {
  const changed = new Set(sources);
  const folders = new Set(sources.filter((path) => path.startsWith('apps/exchange/src/')).map(dirname));
  return globSync('{apps/exchange,packages/journal}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] }).filter(
    (test) => changed.has(test) || folders.has(dirname(test)) || importsOf(test).some((path) => changed.has(path)),
  );
}

/** Paths of the project's files that a file imports. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) =>
    relative(root, join(root, dirname(path), to)).replaceAll('\\', '/'),
  );
}

/** Runs a tool of the project. If it fails, exits with its code. */
function run(program: string, words: readonly string[]): void {
  const shown = words.length > 8 ? `${words.slice(0, 6).join(' ')} … (${words.length})` : words.join(' ');
  console.log(`\n> ${program} ${shown}`);
  const { status } = spawnSync(join(root, 'node_modules/.bin', program), words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

main();
