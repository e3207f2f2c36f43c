import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '../../../scripts/build-server.ts';
import { type Child, startChild } from './child.ts';
import { loadSettings } from './load-settings.ts';

const root = join(import.meta.dirname, '../../..');

/** Builds this tree's exchange and starts it, see {@link startBuilt}. */
export async function startExchange(settings: Readonly<Record<string, string>> = {}, cores?: number): Promise<Child> {
  await buildServer();
  return startBuilt(root, settings, cores);
}

/** Starts a tree's built exchange with a fresh demo in a temporary folder, and limits that no load reaches. Stopping it deletes the folder. */
export async function startBuilt(
  tree: string,
  settings: Readonly<Record<string, string>> = {},
  cores?: number,
): Promise<Child> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-bench-'));
  const environment = {
    ...loadSettings,
    DATA_DIR: dataDir,
    PORT: '0',
    ...settings,
  };
  const exchange = await startChild(join(tree, 'apps/exchange/dist/main.js'), environment, cores);
  const stop = async (): Promise<void> => {
    await exchange.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...exchange, stop };
}
