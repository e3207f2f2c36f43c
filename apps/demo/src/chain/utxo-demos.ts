import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utxoNetworks } from '@fft/chains';
import { createJob, type Job } from '../../../exchange/src/platform/jobs.ts';
import type { Opening } from './evm-demos.ts';
import { limit } from './limit.ts';
import { type LitecoinBank, openLitecoinBank } from './litecoin-bank.ts';
import { bitcoinProgram, findUtxoProgram, litecoinProgram, startLitecoind } from './litecoind.ts';

/** Chains of Bitcoin's family that the demo can run. The hot wallet begins with many coins, because each coin pays only once per block. */
const utxoDemos = {
  LTC: {
    program: litecoinProgram,
    network: 'litecoin-regtest',
    folder: 'litecoin',
    job: 'demo.mineLitecoin',
    reserve: { coins: 20, each: 50n },
  },
  BTC: {
    program: bitcoinProgram,
    network: 'bitcoin-regtest',
    folder: 'bitcoin',
    job: 'demo.mineBitcoin',
    reserve: { coins: 20, each: 20n },
  },
} as const;
export type DemoUtxoChain = keyof typeof utxoDemos;

export interface LitecoinDemo {
  readonly rpcUrl: string;
  readonly nodePid: () => number | null;
  readonly bank: LitecoinBank;
}

const wholeCoin = 100_000_000n;
/** Bitcoin's family makes blocks half as often as the other chains. */
const utxoSlower = 2;

export interface OpeningUtxo extends Opening {
  readonly closing: AsyncDisposableStack;
  /** Collects the jobs of the chain. */
  readonly jobs: Job[];
}

/** The path of a chain's program; null if it is missing. */
export function findProgramOf(chain: DemoUtxoChain, environment: NodeJS.ProcessEnv): string | null {
  return findUtxoProgram(utxoDemos[chain].program, environment);
}

export async function openUtxoDemo(
  { folder, blockSeconds, log, closing, jobs }: OpeningUtxo,
  { chain, program }: { readonly chain: DemoUtxoChain; readonly program: string },
): Promise<LitecoinDemo> {
  const { program: of, network, folder: own, job } = utxoDemos[chain];
  const node = await startLitecoind({ folder: join(folder, own), log, program, of });
  closing.defer(() => node.stop());
  const bank = await openLitecoinBank(node.url, utxoNetworks[network]);
  if (blockSeconds !== null) {
    const everyMs = blockSeconds * utxoSlower * 1_000;
    const mining = createJob({ name: job, everyMs, run: () => bank.mine(1) });
    closing.defer(() => mining.stop());
    jobs.push(mining);
  }
  return { rpcUrl: node.url, nodePid: () => node.pid(), bank };
}

export function isUtxoDemo(chain: string): chain is DemoUtxoChain {
  return chain in utxoDemos;
}

export function utxoLimitsOf(chain: DemoUtxoChain, one: bigint) {
  const { network } = utxoDemos[chain];
  return { network, ...limit(one * wholeCoin), feeMax: String(wholeCoin / 10n) };
}

/** Funds the hot wallet once: the supply is limited. */
export async function fundUtxo(
  chain: DemoUtxoChain,
  bank: LitecoinBank | undefined,
  { folder, hot }: { readonly folder: string; readonly hot: string },
): Promise<void> {
  const { folder: own, reserve: first } = utxoDemos[chain];
  const done = join(folder, `${own}-funded`);
  if (bank === undefined || existsSync(done)) return;
  await writeFile(done, `${hot}\n`);
  for (let coin = 0; coin < first.coins; coin += 1) await bank.send(hot, first.each * wholeCoin);
}
