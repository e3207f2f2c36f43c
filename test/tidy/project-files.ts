import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folders of generated files. */
const made = new Set(['.git', ...read('.gitignore').split('\n')].map((line) => line.replace(/\/$/, '')));

/** Reads a file of the project. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every hand-written file, by its path from the root with `/`, sorted. */
export function projectFiles(): readonly string[] {
  return readdirSync(root, { recursive: false, withFileTypes: true })
    .filter((entry) => !made.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(entry.name) : [entry.name]))
    .filter((path) => !path.endsWith('.log') && path !== '.env')
    .toSorted();
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !made.has(entry.name))
    .flatMap((entry) => {
      const path = relative(root, join(root, folder, entry.name))
        .split(sep)
        .join('/');
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** `path:line: text` for every line of `paths` that matches `pattern`. */
export function linesWith(pattern: RegExp, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((text, index) => (pattern.test(text) ? [`${path}:${index + 1}: ${text.trim()}`] : [])),
  );
}

export const isSource = (path: string): boolean => /\.(ts|tsx|css|js|mjs|html|sql|sh)$/.test(path);
const binary = /\.(png|jpg|jpeg|webp|ico|woff2|gif)$/;
export const isText = (path: string): boolean => !binary.test(path) && path !== 'package-lock.json';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

/** Every package.json of the project, the root's first. */
export function packages(): readonly { readonly folder: string; readonly json: Package }[] {
  const workspace = /^((packages|apps)\/[^/]+|bench)\/package\.json$/;
  const paths = ['package.json', ...projectFiles().filter((path) => workspace.test(path))];
  return paths.map((path) => ({ folder: dirname(path), json: JSON.parse(read(path)) as Package }));
}
