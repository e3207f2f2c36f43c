/** Bundles the engine's bench like the server, so that it measures the code that runs in production. */
import { join } from 'node:path';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '..');

/** Returns the path to start. */
export async function buildEngineBench(): Promise<string> {
  const folder = join(root, 'bench/dist');
  await bundle(join(root, 'bench/src/engine-figures.ts'), { folder, name: 'engine-figures' });
  return join(folder, 'engine-figures.js');
}

if (import.meta.main) await buildEngineBench();
