import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { type DemoChains, openDemoChains } from '../../../demo/src/chain/demo-chains.ts';
import { isEvmDemo } from '../../../demo/src/chain/evm-demos.ts';
import { isUtxoDemo } from '../../../demo/src/chain/utxo-demos.ts';
import { solanaLimits } from '../../../demo/src/chain/solana/solana-demo.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { type LyingNode, openLyingNode } from '../faults/lying-node.ts';
import { withdrawalMacKey } from '../test-authority.ts';
import { drillDisperse, openEvmNetwork } from './evm-network.ts';
import { killOnceBack } from '../faults/processes.ts';
import { until } from '../faults/until.ts';
import { openLitecoinNetwork } from './litecoin-network.ts';
import { keepMining, type Mining, untilFollowed } from './mining.ts';
import type { DrillChain, Network } from './network.ts';
import { openSolanaNetwork } from './solana-network.ts';

const confirmations = 3;
const openWithinMs = 120_000;

/** What is killed: the process that serves customers, the one that follows the chains, the signer, and the chains' nodes. */
export type Victim = 'gateway' | 'custody' | 'signer' | DrillChain;

export interface StageOptions {
  /** An empty database, migrated or not. */
  readonly url: string;
  readonly chains: readonly DrillChain[];
  /** Number of payments to prepare for. */
  readonly payments: number;
  readonly blockMs: number;
  /** The server's entry; by default its sources. */
  readonly program?: string | undefined;
  /** True to follow only the nodes that lie: a fault that the judge must find. */
  readonly believesOneNode?: boolean;
}

/** A network with its two nodes, its hot wallet, and its blocks. */
export interface StagedNetwork {
  readonly network: Network;
  /** The node that can lie: the first one, which reads, or the second one, which confirms. */
  readonly door: LyingNode;
  readonly hot: string;
  readonly mining: Mining;
}

/** Real chains with a block every moment and two nodes each, a signer, and an exchange of two processes. */
export interface CustodyStage {
  readonly database: Database;
  readonly url: string;
  readonly networks: ReadonlyMap<DrillChain, StagedNetwork>;
  /** The process that serves customers. */
  readonly exchange: () => GatewayProcess;
  /** How long the last start of an exchange's process took. */
  readonly startMs: () => number;
  /** Kills a process by SIGKILL; it is started again. */
  kill(victim: Victim): Promise<void>;
  /** Blocks that nodes lost in kills and got back from others. */
  readonly blocksLost: () => number;
  /** Waits until all nodes are up and the exchange has read a newly mined block of each. */
  untilFollowed(): Promise<void>;
  close(): Promise<void>;
}

/** The chains whose first node can lie; on the others it is the second. */
const firstLies: ReadonlySet<DrillChain> = new Set(['ETH', 'BSC']);

export async function setCustodyStage(options: StageOptions): Promise<CustodyStage> {
  const { url, chains, blockMs, program, believesOneNode = false } = options;
  const folder = await mkdtemp(join(tmpdir(), 'fft-custody-drill-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const demo = await openDemoChains({
    dataDir: folder,
    withdrawalMacKey,
    blockSeconds: null,
    log: pino({ level: 'silent' }),
    chains: chains.filter((chain) => isEvmDemo(chain) || isUtxoDemo(chain)),
    signer: {
      ...(chains.includes('SOL') && { SIGNER_SOL: JSON.stringify(solanaLimits()) }),
      ...(chains.includes(drillDisperse.chain) && { SIGNER_DISPERSE: drillDisperse.address }),
    },
  });
  closing.defer(() => demo.close());
  for (const job of demo.jobs) job.start();
  const database = openDatabase(url);
  closing.defer(() => database.close());
  const opened = await Promise.all(chains.map((chain) => openNetwork(chain, demo, options)));
  const doors = new Map<DrillChain, { readonly door: LyingNode; readonly nodes: readonly string[] }>();
  for (const network of opened) {
    closing.defer(() => network.close());
    const [lying, honest] = [await openLyingNode(network.rpcUrl), await openLyingNode(network.rpcUrl)];
    closing.defer(() => lying.close());
    closing.defer(() => honest.close());
    const nodes = firstLies.has(network.chain) ? [lying.url, honest.url] : [honest.url, lying.url];
    doors.set(network.chain, { door: lying, nodes: believesOneNode ? [lying.url] : nodes });
  }
  const settings = {
    ...sharedSettings(url, folder, demo),
    NETWORKS: JSON.stringify(
      Object.fromEntries(
        opened.map(({ chain, settings: others }) => [
          chain,
          { ...others, nodes: doors.get(chain)?.nodes ?? [], confirmations },
        ]),
      ),
    ),
  };
  let startMs = 0;
  const startTimed = async (roles: string): Promise<GatewayProcess> => {
    const begun = performance.now();
    const process = await startGatewayProcess({ ...settings, ROLES: roles }, [], program);
    startMs = performance.now() - begun;
    return process;
  };
  const start = {
    gateway: () => startTimed('gateway,projector'),
    custody: () => startTimed('custody,projector'),
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
  const xpubs = await untilOpened(database, chains);
  const networks = new Map<DrillChain, StagedNetwork>();
  for (const network of opened) {
    const { chain } = network;
    const hot = network.hotOf(xpubs.get(chain) ?? '');
    await network.fund(hot);
    const mining = keepMining(network, { database, blockMs });
    closing.defer(mining.end);
    const { door } = doors.get(chain) ?? {};
    if (door) networks.set(chain, { network, door, hot, mining });
  }
  const all = [...networks.values()];
  const whole = closing.move();
  return {
    database,
    url,
    networks,
    exchange: () => running.gateway,
    startMs: () => startMs,
    kill: async (victim) => {
      if (victim === 'gateway' || victim === 'custody') {
        await starting[victim];
        await running[victim].kill();
        starting[victim] = start[victim]().then((process) => void (running[victim] = process));
      } else if (victim === 'signer') await killOnceBack(demo.signerPid);
      else await networks.get(victim)?.network.kill();
    },
    blocksLost: () => all.reduce((sum, { mining }) => sum + mining.lost(), 0),
    untilFollowed: async () => {
      await Promise.all([starting.gateway, starting.custody]);
      for (const { network, mining } of all) await untilFollowed(database, network.chain, mining);
    },
    close: () => whole.disposeAsync(),
  };
}

async function openNetwork(chain: DrillChain, demo: DemoChains, { payments }: StageOptions): Promise<Network> {
  if (chain === 'SOL') return openSolanaNetwork();
  const node = chain === 'LTC' ? demo.litecoin : demo.networks[chain];
  if (!node) throw new Error(`the drill needs a node of ${chain}`);
  if ('contracts' in node && chain !== 'LTC') return openEvmNetwork(chain, node, demo.fund);
  if (demo.litecoin) return openLitecoinNetwork(demo.litecoin, { payments, fund: demo.fund });
  throw new Error(`the drill needs a node of ${chain}`);
}

function sharedSettings(url: string, folder: string, { signerSocket }: DemoChains): Record<string, string> {
  return {
    MODE: 'demo',
    DATABASE_URL: url,
    DATA_DIR: folder,
    // No deposit is credited on the word of one node.
    SECOND_NODE_FROM_USDT: '0',
    WITHDRAWAL_BATCH_SECONDS: '1',
    // Small deposits are swept as well.
    SWEEP_COST_MULTIPLE: '1',
    SWEEP_LEAST: '{"USDT":"0.01","USDC":"0.01"}',
    SIGNER_SOCKET: signerSocket,
    WITHDRAWAL_MAC_KEY: withdrawalMacKey,
  };
}

/** Waits until the exchange follows all chains; returns their extended public keys. */
async function untilOpened({ db }: Database, wanted: readonly DrillChain[]): Promise<ReadonlyMap<string, string>> {
  const followsAll = async (): Promise<true | null> => {
    const rows = await db.selectFrom('chain_blocks').select('chain').distinct().execute();
    return rows.length === wanted.length ? true : null;
  };
  await until(followsAll, 'the exchange does not follow its chains', openWithinMs);
  const chains = await db.selectFrom('custody_chains').select(['chain', 'xpub']).execute();
  return new Map(chains.map(({ chain, xpub }) => [chain, xpub]));
}
