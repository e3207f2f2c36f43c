import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What each file of the project needs: files that it imports, and files that it names in order to run or read them. */
export interface ImportGraph {
  /** The files that this one names itself. */
  importsOf(path: string): readonly string[];
  /** All files that these need, also indirectly, each with its distance: 0 for the files themselves. */
  distancesFrom(paths: readonly string[]): ReadonlyMap<string, number>;
}

/** Imports, exports and dynamic imports; the name is the text in quotes. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;
/** Programs and data that a file starts or reads by their paths. */
const named = /['"`]((?:\.{0,2}\/)?[\w@./-]+\.(?:ts|tsx|js|mjs|json|sql|html|yml|sh))['"`]/g;
/** A bundle is built from this source. */
const sourceOfBundle: Readonly<Record<string, string>> = {
  'apps/exchange/dist/main.js': 'apps/demo/src/demo-exchange.ts',
  'apps/exchange/dist/operator.js': 'apps/exchange/cli/operator.ts',
};

/** Reads files below `root` when they are first asked for. Paths are relative to it, with `/`. */
export function readImportGraph(root: string): ImportGraph {
  const packages = packageDoors(root);
  const known = new Map<string, readonly string[]>();
  const isFile = (path: string): boolean => existsSync(join(root, path)) && statSync(join(root, path)).isFile();
  const resolve = (from: string, name: string): string | null => {
    const door = packages.get(name);
    if (door !== undefined) return door;
    const path = (folder: string): string => relative(root, join(root, folder, name)).replaceAll('\\', '/');
    const candidates = [path(dirname(from)), path('.')].map((each) => sourceOfBundle[each] ?? each);
    return candidates.find((each) => !each.startsWith('..') && !each.includes('node_modules/') && isFile(each)) ?? null;
  };
  const importsOf = (path: string): readonly string[] => {
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    const text = /\.(tsx?|m?js)$/.test(path) ? readFileSync(join(root, path), 'utf8') : '';
    const names = [...text.matchAll(imported), ...text.matchAll(named)].map(([, name = '']) => name);
    const found = [...new Set(names.flatMap((name) => resolve(path, name) ?? []))].filter((each) => each !== path);
    known.set(path, found);
    return found;
  };
  return {
    importsOf,
    distancesFrom: (paths) => {
      const distances = new Map(paths.map((path) => [path, 0]));
      const queue = [...paths];
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        const distance = (distances.get(path) ?? 0) + 1;
        for (const next of importsOf(path)) {
          if (distances.has(next)) continue;
          distances.set(next, distance);
          queue.push(next);
        }
      }
      return distances;
    },
  };
}

/** The file behind each entry of the project's packages: `@fft/engine` → `packages/engine/src/index.ts`. */
function packageDoors(root: string): ReadonlyMap<string, string> {
  const doors = new Map<string, string>();
  for (const path of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
      readonly name: string;
      readonly exports?: string | Readonly<Record<string, unknown>>;
    };
    const entries = typeof exports === 'string' ? { '.': exports } : exports;
    for (const [entry, target] of Object.entries(entries)) {
      if (typeof target !== 'string') continue;
      doors.set(join(name, entry), join(dirname(path), target));
    }
  }
  return doors;
}
