import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createPublicClient, http } from 'viem';
import type { Job } from '../../../exchange/src/platform/jobs.ts';
import { superviseProcess } from '../../../exchange/src/platform/processes/supervised-process.ts';
import { freePort } from './free-port.ts';
import { createWholeCopy } from './whole-copy.ts';
import { untilInputEnds } from './until-input-ends.ts';

export interface AnvilOptions {
  /** The folder of the chain's state, which survives restarts. */
  readonly folder: string;
  /** Seconds between blocks; null: blocks only on request. */
  readonly blockSeconds: number | null;
  readonly log: Logger;
  /** By default the chain id of the demo's Ethereum. */
  readonly chainId?: number;
  /** Whole coins that each of the chain's own accounts begins with; 10,000 by default. */
  readonly made?: bigint;
  /** By default a free port. */
  readonly port?: number;
  /** The path from {@link findAnvil}. */
  readonly program: string;
}

export interface Anvil {
  readonly url: string;
  /** The process id of the node's shell; changes with each restart. */
  pid(): number | null;
  /** Copies the chain's state periodically. */
  readonly job: Job;
  stop(): Promise<void>;
}

/** The chain id of the demo's Ethereum. */
export const demoChainId = 31_337;
const startWithinMs = 20_000;

/** Finds Anvil's program. Null on platforms without the program, which exists for Linux on x64. */
export function findAnvil(): string | null {
  try {
    const found = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json');
    return join(dirname(found), 'bin', 'anvil');
  } catch {
    return null;
  }
}

/** Runs the node of a private EVM chain and restarts the node if it exits. Resolves once the node answers. */
export async function startAnvil({
  folder,
  blockSeconds,
  log,
  program,
  port: chosen,
  chainId = demoChainId,
  made = 10_000n,
}: AnvilOptions): Promise<Anvil> {
  const port = chosen ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const mining = blockSeconds === null ? ['--no-mining'] : ['--block-time', String(blockSeconds)];
  const chain = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--silent',
    '--balance',
    String(made),
  ];
  const file = join(folder, 'state.json');
  const state = ['--state', file, '--state-interval', '5'];
  const copies = createWholeCopy(file, log);
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
      if (performance.now() - begun > startWithinMs)
        throw new Error('the demo chain did not start in time', { cause: error });
    }
    await delay(20);
  }
}
