import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A build product of files of the repository. */
export interface Product {
  /** The name shown while it is built. */
  readonly name: string;
  /** A file that exists once it is built. */
  readonly built: string;
  /** Patterns of its source files. */
  readonly ingredients: readonly string[];
}

function fingerprint(ingredients: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync(ingredients, { cwd: root }).toSorted()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Calls `build` unless the product matches the present sources. */
export async function buildWhereChanged(
  { name, built, ingredients }: Product,
  build: () => void | Promise<void>,
): Promise<void> {
  const now = fingerprint(ingredients);
  const stamp = join(root, 'node_modules/.cache/fft', `${dirname(built).replaceAll('/', '-')}-built-from`);
  if (existsSync(join(root, built)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  process.stdout.write(`Building the ${name}.\n`);
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}
