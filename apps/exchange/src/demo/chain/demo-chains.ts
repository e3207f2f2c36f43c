import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lowerCaseAddress } from '@fft/chains';
import type { Logger } from 'pino';
import type { Address } from 'viem';
import { createJob, type Job } from '../../platform/jobs.ts';
import { ownProgram } from '../../platform/own-files.ts';
import { superviseProcess } from '../../platform/processes/supervised-process.ts';
import { untilListening } from '../../platform/processes/until-listening.ts';
import { demoChainId, findAnvil, startAnvil } from './anvil.ts';
import { type Bank, openBank } from './bank.ts';
import { type LitecoinBank, openLitecoinBank } from './litecoin-bank.ts';
import { findLitecoind, startLitecoind } from './litecoind.ts';

export interface DemoChainsOptions {
  readonly dataDir: string;
  /** The key by which the signer verifies decided withdrawals. */
  readonly withdrawalMacKey: string;
  /** Seconds between blocks of the faster chain; null: blocks only on request. */
  readonly blockSeconds: number | null;
  readonly log: Logger;
  /** The chains to open; those without a program on this machine are left out. */
  readonly chains?: readonly ('ETH' | 'LTC')[];
  /** Settings of the signer that override the demo's limits. */
  readonly signer?: Readonly<Record<string, string>>;
}

/** Private chains, a signer with its own keys, and banks that pay coins out. */
export interface DemoChains {
  readonly signerSocket: string;
  readonly signerPid: () => number | null;
  readonly evm: EvmDemo | null;
  readonly litecoin: LitecoinDemo | null;
  /** Funds a hot wallet before anyone has deposited, as the demo's customers also receive money that exists only in the books. */
  fund(chain: string, hot: string): Promise<void>;
  /** Jobs that mine blocks and copy the chains' states. */
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

export interface EvmDemo {
  readonly rpcUrl: string;
  /** The process id of its node's shell. */
  readonly nodePid: () => number | null;
  readonly contracts: Readonly<Record<string, string>>;
  readonly bank: Bank;
}

export interface LitecoinDemo {
  readonly rpcUrl: string;
  readonly nodePid: () => number | null;
  readonly bank: LitecoinBank;
}

const signerProgram = ownProgram('../signer/src/main.ts');
/** Generous: opening a keystore is slow by design, and slower on a busy machine. */
const startWithinMs = 60_000;
const ether = 10n ** 18n;
const litecoin = 100_000_000n;
/** Litecoin's blocks come half as often. */
const litecoinSlower = 2;

/** Starts the demo's chains and signer as processes that end with this one. Their state is in the data folder. */
export async function openDemoChains(options: DemoChainsOptions): Promise<DemoChains> {
  const { dataDir, blockSeconds, log, chains = ['ETH', 'LTC'] } = options;
  const anvil = chains.includes('ETH') ? findAnvil() : null;
  const litecoind = chains.includes('LTC') ? findLitecoind() : null;
  const folder = resolve(dataDir, 'chain');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using closing = new AsyncDisposableStack();
  const jobs: Job[] = [];
  const opening: Opening = { folder, blockSeconds, log, closing, jobs };
  const [evm, ltc] = await Promise.all([
    anvil === null ? null : openEvmDemo(opening, anvil),
    litecoind === null ? null : openLitecoinDemo(opening, litecoind),
  ]);
  // Socket paths are limited to 107 characters.
  const signerSocket = join(tmpdir(), `fft-signer-${randomBytes(8).toString('hex')}.sock`);
  const signer = superviseProcess({
    name: 'the demo signer',
    command: process.execPath,
    arguments: [signerProgram, 'demo'],
    environment: {
      SIGNER_SOCKET: signerSocket,
      SIGNER_KEYSTORE: join(folder, 'keystore.json'),
      SIGNER_PASSWORD: await keptPassword(join(folder, 'keystore-password')),
      SIGNER_MEMORY: join(folder, 'signed.jsonl'),
      SIGNER_WITHDRAWAL_MAC_KEY: options.withdrawalMacKey,
      ...(evm && { SIGNER_CHAIN_ID: String(demoChainId), SIGNER_LIMITS: limitsOf(evm.bank) }),
      ...(ltc && { SIGNER_LTC: JSON.stringify(litecoinLimits) }),
      ...options.signer,
    },
    cwd: folder,
    log,
  });
  closing.defer(() => signer.stop());
  await untilListening(signerSocket, startWithinMs).catch((cause: unknown) => {
    throw new Error('the demo signer did not start', { cause });
  });
  const opened = closing.move();
  return {
    signerSocket,
    signerPid: () => signer.pid,
    evm,
    litecoin: ltc,
    fund: async (chain, hot) => {
      if (chain === 'ETH' && evm) await fund(evm.bank, lowerCaseAddress(hot));
      if (chain === 'LTC' && ltc) await fundLitecoin(ltc.bank, folder, hot);
    },
    jobs,
    close: () => opened.disposeAsync(),
  };
}

interface Opening extends Pick<DemoChainsOptions, 'blockSeconds' | 'log'> {
  readonly folder: string;
  readonly closing: AsyncDisposableStack;
  /** Collects the jobs of each chain. */
  readonly jobs: Job[];
}

async function openEvmDemo({ folder, blockSeconds, log, closing, jobs }: Opening, program: string): Promise<EvmDemo> {
  const anvil = await startAnvil({ folder, blockSeconds, log, program });
  closing.defer(() => anvil.stop());
  jobs.push(anvil.job);
  const bank = await openBank(anvil.url);
  return { rpcUrl: anvil.url, nodePid: () => anvil.pid(), contracts: { USDT: bank.usdt }, bank };
}

async function openLitecoinDemo(
  { folder, blockSeconds, log, closing, jobs }: Opening,
  program: string,
): Promise<LitecoinDemo> {
  const litecoind = await startLitecoind({ folder: join(folder, 'litecoin'), log, program });
  closing.defer(() => litecoind.stop());
  const bank = await openLitecoinBank(litecoind.url);
  if (blockSeconds !== null) {
    const everyMs = blockSeconds * litecoinSlower * 1_000;
    const mining = createJob({ name: 'demo.mineLitecoin', everyMs, run: () => bank.mine(1) });
    closing.defer(() => mining.stop());
    jobs.push(mining);
  }
  return { rpcUrl: litecoind.url, nodePid: () => litecoind.pid(), bank };
}

function limitsOf({ usdt }: Bank): string {
  return JSON.stringify({ native: limit(200n * ether), [usdt]: limit(500_000_000_000n) });
}

/** Allows ten of the largest payments a day. */
function limit(one: bigint): { one: string; day: string } {
  return { one: String(one), day: String(one * 10n) };
}

const litecoinLimits = { network: 'litecoin-regtest', ...limit(5_000n * litecoin), feeMax: String(litecoin / 10n) };

const reserve = { own: 1_000n * ether, usdt: 100_000_000_000_000n };

async function fund(bank: Bank, hot: Address): Promise<void> {
  if ((await bank.balance(null, hot)) < reserve.own / 2n) await bank.send(null, hot, reserve.own);
  if ((await bank.balance(bank.usdt, hot)) < reserve.usdt / 2n) await bank.send(bank.usdt, hot, reserve.usdt);
}

/** Many outputs, as each pays only once per block. */
const litecoinReserve = { coins: 20, each: 50n * litecoin };

/** Funds the hot wallet once: the supply is limited. */
async function fundLitecoin(bank: LitecoinBank, folder: string, hot: string): Promise<void> {
  const done = join(folder, 'litecoin-funded');
  if (existsSync(done)) return;
  await writeFile(done, `${hot}\n`);
  for (let coin = 0; coin < litecoinReserve.coins; coin += 1) await bank.send(hot, litecoinReserve.each);
}

async function keptPassword(file: string): Promise<string> {
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  return readFile(file, 'utf8');
}
