/** Makes one file of the engine's bench, as the server is made: what is measured is what runs. */
import { join } from 'node:path';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '..');

/** Answers what is to be started. */
export async function buildEngineBench(): Promise<string> {
  const folder = join(root, 'bench/dist');
  await bundle(join(root, 'bench/src/engine-figures.ts'), { folder, name: 'engine-figures' });
  return join(folder, 'engine-figures.js');
}

if (import.meta.main) await buildEngineBench();
