/**
 * Loaded before a server (`--import`): samples its main thread from one SIGUSR2 to the next, and writes V8's profile to `SAMPLES_FILE`. The servers
 * themselves have no hooks, so this costs nothing without it.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { v8Flags } from '../../../scripts/bundle.ts';

const intervalUs = 500;

if (isMainThread) {
  for (const flag of v8Flags) setFlagsFromString(flag);
  const session = new Session();
  session.connect();
  let isSampling = false;
  process.on('SIGUSR2', () => {
    void (isSampling ? end() : begin());
    isSampling = !isSampling;
  });

  async function begin(): Promise<void> {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: intervalUs });
    await session.post('Profiler.start');
  }

  async function end(): Promise<void> {
    const { profile } = await session.post('Profiler.stop');
    const file = process.env['SAMPLES_FILE'] ?? '';
    writeFileSync(`${file}.part`, JSON.stringify(profile));
    renameSync(`${file}.part`, file);
  }
}
