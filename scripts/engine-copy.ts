import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlantedBug } from './bugs/planted-bug.ts';

const root = join(import.meta.dirname, '..');
const packages = ['decimal', 'engine', 'testkit'];

/** Copies the engine, to plant mistakes in it, into a folder that the caller removes: its packages, the page of examples, and links to all dependencies. */
export async function copyEngine(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-copy-'));
  await mkdir(join(folder, 'node_modules/@fft'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@fft') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of packages) {
    await cp(join(root, 'packages', name), join(folder, 'packages', name), { recursive: true });
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules/@fft', name));
  }
  await cp(join(root, 'docs/orders.md'), join(folder, 'docs/orders.md'));
  for (const name of ['package.json', 'vitest.config.ts']) await cp(join(root, name), join(folder, name));
  // The configuration imports some of them.
  await cp(join(root, 'scripts'), join(folder, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  return folder;
}

/** Plants a mistake in a copy. Returns what takes it out again. */
export async function plantBug(folder: string, { file, right, wrong }: PlantedBug): Promise<() => Promise<void>> {
  const path = join(folder, 'packages/engine/src', file);
  const source = await readFile(path, 'utf8');
  if (source.split(right).length !== 2) throw new Error(`${file} has not exactly one place: ${right}`);
  await writeFile(
    path,
    source.replace(right, () => wrong),
  );
  return () => writeFile(path, source);
}
