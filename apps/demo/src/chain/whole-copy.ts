import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { copyFile, open, rename, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { createJob, type Job } from '../../../exchange/src/platform/jobs.ts';

export interface WholeCopy {
  /** Replaces an incomplete file with the copy. */
  readonly restore: () => void;
  readonly job: Job;
}

const copyMs = 20_000;

/** Keeps a complete copy, some seconds old, of a JSON file whose program writes non-atomically and cannot start with an incomplete file. */
export function createWholeCopy(file: string, log: Logger): WholeCopy {
  const copy = `${file}.whole`;
  return {
    restore: () => {
      if (!existsSync(file) || isWhole(file) || !existsSync(copy)) return;
      log.error({ file }, 'demo.chainStateRestored');
      copyFileSync(copy, file);
    },
    job: createJob({ name: 'demo.copyChainState', everyMs: copyMs, run: () => copyIfWhole(file, copy) }),
  };
}

/** Keeps a copy only if it is complete and the file did not change during copying. */
async function copyIfWhole(file: string, copy: string): Promise<void> {
  if (!existsSync(file)) return;
  const before = await stat(file);
  const taken = `${copy}.taken`;
  await copyFile(file, taken);
  const after = await stat(file);
  const isStill = before.mtimeMs === after.mtimeMs && before.size === after.size;
  if (isStill && (await lastByte(taken, after.size)) === '}') await rename(taken, copy);
}

async function lastByte(file: string, size: number): Promise<string> {
  await using handle = await open(file);
  const { buffer } = await handle.read({ position: Math.max(0, size - 1), length: 1, buffer: Buffer.alloc(1) });
  return buffer.toString();
}

function isWhole(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
