import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type KnownEvmChain, lowerCaseAddress } from '@fft/chains';
import type { Job } from '../../../exchange/src/platform/jobs.ts';
import { ownProgram } from '../../../exchange/src/platform/own-files.ts';
import { superviseProcess } from '../../../exchange/src/platform/processes/supervised-process.ts';
import { untilListening } from '../../../exchange/src/platform/processes/until-listening.ts';
import { demoChainId, findAnvil } from './anvil.ts';
import {
  type DemoEvmChain,
  type EvmDemo,
  fundEvm,
  isEvmDemo,
  type LaterEvmDemo,
  limitsOf,
  openEvmDemo,
  type Opening,
  prepareLater,
  signerEvmOf,
} from './evm-demos.ts';
import { openSolanaDemo, type SolanaDemo, solanaLimits } from './solana/solana-demo.ts';
import {
  type DemoUtxoChain,
  findProgramOf,
  fundUtxo,
  isUtxoDemo,
  type LitecoinDemo,
  openUtxoDemo,
  type OpeningUtxo,
  utxoLimitsOf,
} from './utxo-demos.ts';

export interface DemoChainsOptions extends Omit<Opening, 'folder'> {
  readonly dataDir: string;
  /** The key by which the signer verifies decided withdrawals. */
  readonly withdrawalMacKey: string;
  /** The chains to open; those without a program on this machine are left out. */
  readonly chains?: readonly (DemoEvmChain | DemoUtxoChain)[];
  /** EVM networks that the signer knows from the start. {@link DemoChains.start} starts them. */
  readonly later?: readonly DemoEvmChain[];
  /** True to run Solana's VM in this process, where the platform has it. */
  readonly solana?: boolean;
  /** Environment variables: paths of the chains' programs and the folder of compiled code. By default this process's environment. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Settings of the signer that override the demo's limits. */
  readonly signer?: Readonly<Record<string, string>>;
}

/** Private chains, a signer with its own keys, and banks that pay coins out. */
export interface DemoChains {
  readonly signerSocket: string;
  readonly signerPid: () => number | null;
  /** Ethereum. */
  readonly evm: EvmDemo | null;
  /** All EVM networks that start at once. */
  readonly networks: Readonly<Partial<Record<KnownEvmChain, EvmDemo>>>;
  /** URLs and contracts of the networks that start later. */
  readonly later: readonly LaterEvmDemo[];
  /** Starts a network unless it already runs. Null if the demo has no such network. */
  start(chain: string): Promise<EvmDemo | null>;
  readonly litecoin: LitecoinDemo | null;
  /** All chains of Bitcoin's family. */
  readonly utxo: Readonly<Partial<Record<DemoUtxoChain, LitecoinDemo>>>;
  /** Null without Solana's VM. */
  readonly solana: SolanaDemo | null;
  /** Funds a hot wallet before the first deposit, because customers can also withdraw coins that exist only in the books. */
  fund(chain: string, hot: string): Promise<void>;
  /** Jobs that mine blocks and copy the chains' states. */
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

const signerProgram = ownProgram('../signer/src/main.ts');
/** A generous limit: opening a keystore is slow by design, and slower on a busy machine. */
const startWithinMs = 60_000;

/** Starts the demo's chains and signer as processes that end with this one. Their state is in the data folder. */
export async function openDemoChains(options: DemoChainsOptions): Promise<DemoChains> {
  const { dataDir, blockSeconds, log, chains = ['ETH', 'LTC', 'BTC'], later = [], environment = process.env } = options;
  const program = findAnvil();
  const folder = resolve(dataDir, 'chain');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using closing = new AsyncDisposableStack();
  const jobs: Job[] = [];
  const opening: Opening = { folder, blockSeconds, log };
  const waiting = program === null ? [] : await prepareLater(opening, later, program);
  closing.defer(() => Promise.all(waiting.map((one) => one.stop())).then(() => undefined));
  const solana = options.solana === true ? await openSolanaDemo(opening) : null;
  if (solana) {
    closing.defer(() => solana.close());
    if (solana.job) jobs.push(solana.job);
  }
  const found = findChains(chains, program, environment);
  const limits = signerLimits(
    found,
    waiting.map(({ chain }) => chain),
    solana !== null,
  );
  const [{ networks, utxo }, signer] = await Promise.all([
    openNow({ ...opening, closing, jobs }, found, program),
    startSigner(options, { folder, limits, closing }),
  ]);
  const { ETH: evm = null } = networks;
  const running = closing.move();
  const start: DemoChains['start'] = async (chain) =>
    (isEvmDemo(chain) ? networks[chain] : undefined) ??
    (await waiting.find((one) => one.chain === chain)?.start()) ??
    null;
  return {
    signerSocket: signer.socket,
    signerPid: signer.pid,
    evm,
    networks,
    later: waiting.map(({ chain, rpcUrl, contracts }) => ({ chain, rpcUrl, contracts })),
    start,
    litecoin: utxo.LTC ?? null,
    utxo,
    solana,
    fund: async (chain, hot) => {
      const demo = await start(chain);
      if (demo && isEvmDemo(chain)) await fundEvm(chain, demo.bank, lowerCaseAddress(hot));
      if (chain === 'SOL') solana?.fund(hot);
      if (isUtxoDemo(chain)) await fundUtxo(chain, utxo[chain]?.bank, { folder, hot });
    },
    jobs,
    close: () => running.disposeAsync(),
  };
}

async function keptPassword(file: string): Promise<string> {
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  return readFile(file, 'utf8');
}

interface Found {
  readonly evm: readonly DemoEvmChain[];
  readonly utxo: readonly { readonly chain: DemoUtxoChain; readonly program: string }[];
}

/** Chains that have a program on this machine. */
function findChains(
  chains: NonNullable<DemoChainsOptions['chains']>,
  program: string | null,
  environment: NodeJS.ProcessEnv,
): Found {
  const utxo = chains.filter((chain) => isUtxoDemo(chain));
  return {
    evm: program === null ? [] : chains.filter((chain) => isEvmDemo(chain)),
    utxo: utxo.flatMap((chain) => {
      const path = findProgramOf(chain, environment);
      return path === null ? [] : [{ chain, program: path }];
    }),
  };
}

/** The signer's settings of each chain. */
function signerLimits({ evm, utxo }: Found, later: readonly DemoEvmChain[], hasSolana: boolean) {
  const others = [...evm, ...later];
  const has = (chain: DemoUtxoChain): boolean => utxo.some((one) => one.chain === chain);
  return {
    ...(evm.includes('ETH') && { SIGNER_CHAIN_ID: String(demoChainId), SIGNER_LIMITS: JSON.stringify(limitsOf(6)) }),
    ...(others.some((chain) => chain !== 'ETH') && { SIGNER_EVM: JSON.stringify(signerEvmOf(others)) }),
    ...(hasSolana && { SIGNER_SOL: JSON.stringify(solanaLimits()) }),
    ...(has('LTC') && { SIGNER_LTC: JSON.stringify(utxoLimitsOf('LTC', 5_000n)) }),
    ...(has('BTC') && { SIGNER_BTC: JSON.stringify(utxoLimitsOf('BTC', 10n)) }),
  };
}

/** Starts the chains that were found, and their banks. */
async function openNow(
  opening: OpeningUtxo,
  found: Found,
  program: string | null,
): Promise<Pick<DemoChains, 'networks' | 'utxo'>> {
  const openEvm = async (chain: DemoEvmChain) => {
    if (program === null) return [];
    const { demo, anvil } = await openEvmDemo(opening, { chain, program });
    opening.closing.defer(() => anvil.stop());
    opening.jobs.push(anvil.job);
    return [[chain, demo] as const];
  };
  const openUtxo = async (one: Found['utxo'][number]) => [one.chain, await openUtxoDemo(opening, one)] as const;
  const [evm, utxo] = await Promise.all([Promise.all(found.evm.map(openEvm)), Promise.all(found.utxo.map(openUtxo))]);
  return { networks: Object.fromEntries(evm.flat()), utxo: Object.fromEntries(utxo) };
}

interface StartingSigner {
  readonly folder: string;
  readonly limits: Readonly<Record<string, string>>;
  readonly closing: AsyncDisposableStack;
}

async function startSigner(
  { withdrawalMacKey, signer: own, log, environment = process.env }: DemoChainsOptions,
  { folder, limits, closing }: StartingSigner,
): Promise<{ readonly socket: string; readonly pid: () => number | null }> {
  // Socket paths are limited to 107 characters.
  const socket = join(tmpdir(), `fft-signer-${randomBytes(8).toString('hex')}.sock`);
  const { NODE_COMPILE_CACHE: compiled } = environment;
  const signer = superviseProcess({
    name: 'the demo signer',
    command: process.execPath,
    arguments: [signerProgram, 'demo'],
    environment: {
      SIGNER_SOCKET: socket,
      SIGNER_KEYSTORE: join(folder, 'keystore.json'),
      SIGNER_PASSWORD: await keptPassword(join(folder, 'keystore-password')),
      SIGNER_MEMORY: join(folder, 'signed.jsonl'),
      SIGNER_WITHDRAWAL_MAC_KEY: withdrawalMacKey,
      ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
      ...limits,
      ...own,
    },
    cwd: folder,
    log,
  });
  closing.defer(() => signer.stop());
  try {
    await untilListening(socket, startWithinMs);
  } catch (cause) {
    throw new Error('the demo signer did not start', { cause });
  }
  return { socket, pid: () => signer.pid };
}
