import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isKnownEvmChain, type KnownEvmChain, lowerCaseAddress } from '@fft/chains';
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
  readonly chains?: readonly (DemoEvmChain | 'LTC')[];
  /** Settings of the signer that override the demo's limits. */
  readonly signer?: Readonly<Record<string, string>>;
}

/** EVM networks that the demo can run, with a chain id of its own for each. */
const evmDemos = {
  ETH: { chainId: demoChainId, folder: '', usdtDecimals: 6 },
  BSC: { chainId: 31_338, folder: 'bsc', usdtDecimals: 18 },
  POLYGON: { chainId: 31_339, folder: 'polygon', usdtDecimals: 6 },
} as const;
type DemoEvmChain = keyof typeof evmDemos;

/** Private chains, a signer with its own keys, and banks that pay coins out. */
export interface DemoChains {
  readonly signerSocket: string;
  readonly signerPid: () => number | null;
  /** Ethereum. */
  readonly evm: EvmDemo | null;
  /** All EVM networks. */
  readonly networks: Readonly<Partial<Record<KnownEvmChain, EvmDemo>>>;
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
  readonly chainId: number;
  readonly usdtDecimals: number;
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
  const program = findAnvil();
  const litecoind = chains.includes('LTC') ? findLitecoind() : null;
  const folder = resolve(dataDir, 'chain');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using closing = new AsyncDisposableStack();
  const jobs: Job[] = [];
  const opening: Opening = { folder, blockSeconds, log, closing, jobs };
  const evmChains = program === null ? [] : chains.filter((chain) => chain !== 'LTC');
  const [opened, ltc] = await Promise.all([
    Promise.all(evmChains.map(async (chain) => [chain, await openEvmDemo(opening, chain, program ?? '')] as const)),
    litecoind === null ? null : openLitecoinDemo(opening, litecoind),
  ]);
  const networks: DemoChains['networks'] = Object.fromEntries(opened);
  const { ETH: evm = null, ...others } = networks;
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
      ...(evm && { SIGNER_CHAIN_ID: String(demoChainId), SIGNER_LIMITS: JSON.stringify(limitsOf(evm.bank, 6)) }),
      ...(Object.keys(others).length > 0 && { SIGNER_EVM: JSON.stringify(signerEvmOf(others)) }),
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
  const running = closing.move();
  return {
    signerSocket,
    signerPid: () => signer.pid,
    evm,
    networks,
    litecoin: ltc,
    fund: async (chain, hot) => {
      const demo = isKnownEvmChain(chain) ? networks[chain] : undefined;
      if (demo) await fund(demo.bank, demo.usdtDecimals, lowerCaseAddress(hot));
      if (chain === 'LTC' && ltc) await fundLitecoin(ltc.bank, folder, hot);
    },
    jobs,
    close: () => running.disposeAsync(),
  };
}

interface Opening extends Pick<DemoChainsOptions, 'blockSeconds' | 'log'> {
  readonly folder: string;
  readonly closing: AsyncDisposableStack;
  /** Collects the jobs of each chain. */
  readonly jobs: Job[];
}

async function openEvmDemo(
  { folder, blockSeconds, log, closing, jobs }: Opening,
  chain: DemoEvmChain,
  program: string,
): Promise<EvmDemo> {
  const { chainId, usdtDecimals, folder: own } = evmDemos[chain];
  const place = join(folder, own);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const anvil = await startAnvil({ folder: place, blockSeconds, log, program, chainId });
  closing.defer(() => anvil.stop());
  jobs.push(anvil.job);
  const bank = await openBank(anvil.url, { chainId, usdtDecimals });
  return { rpcUrl: anvil.url, nodePid: () => anvil.pid(), contracts: { USDT: bank.usdt }, chainId, usdtDecimals, bank };
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

function limitsOf({ usdt }: Bank, decimals: number) {
  return { native: limit(200n * ether), [usdt]: limit(500_000n * 10n ** BigInt(decimals)) };
}

/** The signer's settings of networks beside Ethereum. */
function signerEvmOf(networks: DemoChains['networks']) {
  const fees = { feeMax: String(ether / 20n), gasMax: String(ether / 50n) };
  return Object.fromEntries(
    Object.entries(networks).map(([chain, { bank, chainId, usdtDecimals: decimals }]) => {
      const { native, [bank.usdt]: usdt } = limitsOf(bank, decimals);
      return [chain, { chainId, amounts: { native, [bank.usdt]: { ...usdt, coin: 'USDT', decimals } }, ...fees }];
    }),
  );
}

/** Allows ten of the largest payments a day. */
function limit(one: bigint): { one: string; day: string } {
  return { one: String(one), day: String(one * 10n) };
}

const litecoinLimits = { network: 'litecoin-regtest', ...limit(5_000n * litecoin), feeMax: String(litecoin / 10n) };

const reserve = { own: 1_000n * ether, usdt: 100_000_000n };

async function fund(bank: Bank, usdtDecimals: number, hot: Address): Promise<void> {
  const usdt = reserve.usdt * 10n ** BigInt(usdtDecimals);
  if ((await bank.balance(null, hot)) < reserve.own / 2n) await bank.send(null, hot, reserve.own);
  if ((await bank.balance(bank.usdt, hot)) < usdt / 2n) await bank.send(bank.usdt, hot, usdt);
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
