import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createPublicClient, http } from 'viem';
import type { Job } from '../../platform/jobs.ts';
import { superviseProcess } from '../../platform/processes/supervised-process.ts';
import { freePort } from './free-port.ts';
import { keepWholeCopy } from './whole-copy.ts';
import { untilInputEnds } from './until-input-ends.ts';

export interface AnvilOptions {
  /** Where the chain's state is kept: it survives restarts. */
  readonly folder: string;
  /** Seconds between blocks; null: none but those that are asked for. */
  readonly blockSeconds: number | null;
  readonly log: Logger;
  /** As {@link findAnvil} finds it. */
  readonly program: string;
}

export interface Anvil {
  readonly url: string;
  /** Of the shell that it runs below; another one after each start. */
  pid(): number | null;
  /** Copies its state, once started. */
  readonly job: Job;
  stop(): Promise<void>;
}

/** The demo's chain, in numbers. */
export const demoChainId = 31_337;
const startWithinMs = 20_000;

/** The program; null on machines that it isn't there for (it is for Linux on x64). */
export function findAnvil(): string | null {
  try {
    const found = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json');
    return join(dirname(found), 'bin', 'anvil');
  } catch {
    return null;
  }
}

/** Runs a real chain of our own, and keeps it running. Resolves once it answers. */
export async function startAnvil({ folder, blockSeconds, log, program }: AnvilOptions): Promise<Anvil> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const mining = blockSeconds === null ? ['--no-mining'] : ['--block-time', String(blockSeconds)];
  const chain = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(demoChainId), '--silent'];
  const file = join(folder, 'state.json');
  const state = ['--state', file, '--state-interval', '5'];
  const copies = keepWholeCopy(file, log);
  const kept = superviseProcess({
    name: 'the demo chain',
    command: '/bin/sh',
    arguments: [...untilInputEnds, program, ...chain, ...mining, ...state],
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    cwd: folder,
    log,
    beforeStart: copies.restore,
  });
  const stop = async (): Promise<void> => {
    await copies.job.stop();
    await kept.stop();
  };
  try {
    await untilItAnswers(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: () => kept.pid, job: copies.job, stop };
}

async function untilItAnswers(url: string): Promise<void> {
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const begun = performance.now();
  for (;;) {
    try {
      await client.getChainId();
      return;
    } catch (error) {
      if (performance.now() - begun > startWithinMs) throw new Error('the demo chain does not start', { cause: error });
    }
    await delay(20);
  }
}
