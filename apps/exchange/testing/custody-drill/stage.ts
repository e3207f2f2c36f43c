import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hotKey, PublicKeys, utxoNetworks, UtxoPublicKeys } from '@fft/chains';
import { pino } from 'pino';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { type DemoChains, openDemoChains } from '../../src/demo/chain/demo-chains.ts';
import type { EvmDemo } from '../../src/demo/chain/evm-demos.ts';
import type { LitecoinDemo } from '../../src/demo/chain/utxo-demos.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { openEvmNetwork } from './evm-network.ts';
import { openLitecoinNetwork } from './litecoin-network.ts';
import type { Network } from './network.ts';
import { withdrawalMacKey } from '../test-authority.ts';

const confirmations = 3;
const minePauseMs = 300;
const openWithinMs = 60_000;

/** Processes to kill: the one that serves customers, the one that follows the chains, the signer, and the chains' nodes. */
export const victims = ['gateway', 'custody', 'signer', 'anvil', 'litecoind'] as const;
export type Victim = (typeof victims)[number];

/** Real chains with a block every moment, a signer, and an exchange of two processes. */
export interface CustodyStage {
  readonly database: Database;
  readonly url: string;
  readonly evm: EvmDemo;
  readonly litecoin: LitecoinDemo;
  readonly networks: { readonly ETH: Network; readonly LTC: Network };
  /** Addresses of the hot wallets. */
  readonly hot: { readonly ETH: string; readonly LTC: string };
  /** The process that serves customers. */
  readonly exchange: () => GatewayProcess;
  /** Kills a process by SIGKILL; it is started again. */
  kill(victim: Victim): Promise<void>;
  /** Blocks that nodes lost in kills and got back from others. */
  readonly blocksLost: () => number;
  /** Waits until both nodes are up and the exchange has read a newly mined block of each. */
  untilFollowed(): Promise<void>;
  close(): Promise<void>;
}

/** @param url an empty database, migrated or not */
export async function setCustodyStage(url: string, payments: number): Promise<CustodyStage> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-custody-drill-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  const demo = await openDemoChains({ dataDir: folder, withdrawalMacKey, blockSeconds: null, log });
  closing.defer(() => demo.close());
  for (const job of demo.jobs) job.start();
  const { evm, litecoin } = demo;
  if (!evm || !litecoin) throw new Error('the drill needs anvil and litecoind');
  const database = openDatabase(url);
  closing.defer(() => database.close());
  const settings = settingsOf(url, folder, { demo, evm, litecoin });
  const start = {
    gateway: () => startGatewayProcess({ ...settings, ROLES: 'gateway,projector' }),
    custody: () => startGatewayProcess({ ...settings, ROLES: 'custody,projector' }),
  };
  // The first process migrates the database.
  const running = { gateway: await start.gateway(), custody: await start.custody() };
  const starting = { gateway: Promise.resolve(), custody: Promise.resolve() };
  for (const victim of ['gateway', 'custody'] as const) {
    closing.defer(async () => {
      await starting[victim].catch(() => undefined);
      await running[victim].kill();
    });
  }
  const hot = await hotWallets(database);
  const networks = { ETH: await openEvmNetwork(evm), LTC: await openLitecoinNetwork(litecoin, payments) };
  await demo.fund('ETH', hot.ETH);
  await demo.fund('LTC', hot.LTC);
  const mining = { ETH: keepMining(networks.ETH), LTC: keepMining(networks.LTC) };
  closing.defer(mining.ETH.end);
  closing.defer(mining.LTC.end);
  const opened = closing.move();
  return {
    database,
    url,
    evm,
    litecoin,
    networks,
    hot,
    exchange: () => running.gateway,
    kill: async (victim) => {
      if (victim === 'gateway' || victim === 'custody') {
        await starting[victim];
        await running[victim].kill();
        starting[victim] = start[victim]().then((process) => void (running[victim] = process));
      } else if (victim === 'signer') await killHard(demo.signerPid);
      else await killHard(() => childOf(victim === 'anvil' ? evm.nodePid() : litecoin.nodePid()));
    },
    blocksLost: () => mining.ETH.lost() + mining.LTC.lost(),
    untilFollowed: async () => {
      await Promise.all([starting.gateway, starting.custody]);
      for (const chain of ['ETH', 'LTC'] as const) await untilFollowed(database, chain, mining[chain]);
    },
    close: () => opened.disposeAsync(),
  };
}

interface Chains {
  readonly demo: DemoChains;
  readonly evm: EvmDemo;
  readonly litecoin: LitecoinDemo;
}

function settingsOf(url: string, folder: string, { demo, evm, litecoin }: Chains): Record<string, string> {
  return {
    MODE: 'demo',
    DATABASE_URL: url,
    DATA_DIR: folder,
    ETHEREUM_RPC_URLS: evm.rpcUrl,
    ETHEREUM_CONTRACTS: JSON.stringify(evm.contracts),
    ETHEREUM_CONFIRMATIONS: String(confirmations),
    // Small deposits are swept as well.
    SWEEP_COST_MULTIPLE: '1',
    SWEEP_LEAST: '{"USDT":"0.01"}',
    LTC_RPC_URL: litecoin.rpcUrl,
    LTC_CONFIRMATIONS: String(confirmations),
    SIGNER_SOCKET: demo.signerSocket,
    WITHDRAWAL_MAC_KEY: withdrawalMacKey,
  };
}

/** Waits for a process to kill: the last one may not be back yet. */
async function killHard(find: () => number | null): Promise<void> {
  const end = performance.now() + openWithinMs;
  for (;;) {
    const pid = find();
    if (pid !== null && existsSync(`/proc/${pid}`)) {
      process.kill(pid, 'SIGKILL');
      return;
    }
    if (performance.now() > end) throw new Error('a killed process did not come back');
    await delay(50);
  }
}

/** A node runs below a shell, which ends with it; the shell's other child reads the input that ends both. */
function childOf(shell: number | null): number | null {
  const list = `/proc/${shell}/task/${shell}/children`;
  if (shell === null || !existsSync(list)) return null;
  const children = readFileSync(list, 'utf8').trim().split(' ');
  const isNode = (pid: string): boolean =>
    existsSync(`/proc/${pid}/comm`) && !['sh', 'cat'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  const found = children.find((pid) => pid !== '' && isNode(pid));
  return found === undefined ? null : Number(found);
}

/** Waits until the exchange follows both chains. */
async function hotWallets({ db }: Database): Promise<{ ETH: string; LTC: string }> {
  const end = performance.now() + openWithinMs;
  for (;;) {
    const rows = await db.selectFrom('chain_blocks').select('chain').distinct().execute();
    if (rows.length === 2) break;
    if (performance.now() > end) throw new Error('the exchange does not follow its chains');
    await delay(50);
  }
  const chains = await db.selectFrom('custody_chains').select(['chain', 'xpub']).execute();
  const xpubOf = (chain: string): string => chains.find((one) => one.chain === chain)?.xpub ?? '';
  return {
    ETH: new PublicKeys(xpubOf('ETH')).addressOf(hotKey),
    LTC: new UtxoPublicKeys(xpubOf('LTC'), utxoNetworks['litecoin-regtest']).addressOf(hotKey),
  };
}

interface Mining {
  /** Height of the newest block. */
  readonly height: () => number;
  /** Total number of blocks that the node lost. */
  readonly lost: () => number;
  readonly end: () => Promise<void>;
}

/** Mines until it is stopped. While a node is down, its network waits. */
function keepMining(network: Network): Mining {
  const over = new AbortController();
  let [height, lost] = [0, 0];
  const mining = (async () => {
    while (!over.signal.aborted) {
      const step = await network.step().catch(() => null);
      height = step?.height ?? height;
      lost += step?.lost ?? 0;
      await delay(minePauseMs);
    }
  })();
  return {
    height: () => height,
    lost: () => lost,
    end: async () => {
      over.abort();
      await mining;
    },
  };
}

async function untilFollowed({ db }: Database, chain: string, mining: Mining): Promise<void> {
  const begun = mining.height();
  const end = performance.now() + openWithinMs;
  for (;;) {
    const { read } = await db
      .selectFrom('chain_blocks')
      .select(({ fn }) => fn.max('height').as('read'))
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    if (read > begun + 1) return;
    if (performance.now() > end) throw new Error(`the exchange no longer follows ${chain}`);
    await delay(100);
  }
}
