import { expect, test } from 'vitest';
import { foundations, modules } from '../../lint/borders.ts';
import { undeclaredIn } from '../../scripts/house/dependencies.ts';
import { linesWith, packages, projectFiles, read, root } from './project-files.ts';

interface Locked {
  readonly version?: string;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const all = packages();
const locked = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages;

test('every workspace has a package', () => {
  expect(all.map(({ folder }) => folder)).toEqual(
    expect.arrayContaining(['.', 'apps/exchange', 'apps/web', 'bench', 'packages/engine']),
  );
});

test('all packages have one version and licence', () => {
  const [first] = all;
  expect(first?.json.version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const { folder, json } of all) {
    expect([folder, json.version, json.license]).toEqual([folder, first?.json.version, 'Apache-2.0']);
  }
});

test("the app's brand has the version of the specification", () => {
  expect(read('apps/web/brand/brand.json')).toContain('"version": "3.2.2"');
});

test('every dependency has an exact version, the same in all packages', () => {
  const wanted = new Map<string, Set<string>>();
  for (const { json } of all) {
    for (const [name, version] of Object.entries({ ...json.dependencies, ...json.devDependencies })) {
      expect([name, version]).toEqual([name, expect.stringMatching(name.startsWith('@fft/') ? /^\*$/ : /^\d[\w.-]*$/)]);
      wanted.set(name, (wanted.get(name) ?? new Set()).add(version));
    }
  }
  expect([...wanted].filter(([, versions]) => versions.size > 1).map(([name]) => name)).toEqual([]);
});

test('every package declares what its sources import', () => {
  const sources = projectFiles().filter((path) => /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  expect(undeclaredIn(root, new Map(sources.map((path) => [path, read(path)])))).toEqual([]);
});

test('every package with an install script has a decision', () => {
  const decided = new Set(Object.keys(all[0]?.json.allowScripts ?? {}));
  const wanting = Object.entries(locked).filter(([, entry]) => entry.hasInstallScript === true);
  expect(wanting.length).toBeGreaterThan(0);
  expect(wanting.map(([path]) => nameOf(path)).filter((name) => !decided.has(name))).toEqual([]);
});

test('the lock file has hashes and no addresses', () => {
  expect(linesWith(/"resolved": "(?!(packages|apps)\/[\w-]+"|bench")/, ['package-lock.json'])).toEqual([]);
  const unhashed = Object.entries(locked).filter(
    ([path, entry]) => path.includes('node_modules/') && entry.link !== true && entry.integrity === undefined,
  );
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

test('the lock file has the packages of every platform, so that `npm ci` works on each', () => {
  const missing = Object.entries(locked).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isReachable(path, name)),
  );
  expect(missing).toEqual([]);
});

test('CI and the README use the same test command', () => {
  const command = 'npm ci && npm test';
  expect(read('.ci/run').split('\n')).toContain(command);
  expect(read('README.md')).toContain(command);
  expect(read('README.md')).toContain('npm ci && npm start');
});

test('every folder of the server is a module or a foundation, and the import rules list no other', () => {
  const folders = projectFiles().flatMap((path) => /^apps\/exchange\/src\/([^/]+)\//.exec(path)?.slice(1) ?? []);
  expect([...new Set(folders)].toSorted()).toEqual([...Object.keys(foundations), ...modules].toSorted());
});

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Resolves like Node: in the same folder or in a `node_modules` further up. */
function isReachable(from: string, name: string): boolean {
  const steps = from.split('/');
  return (
    steps.some((_, index) => [...steps.slice(0, steps.length - index), 'node_modules', name].join('/') in locked) ||
    `node_modules/${name}` in locked
  );
}
