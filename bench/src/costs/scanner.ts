import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lowerCaseAddress, testPayer } from '@fft/chains';
import { createEngine } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { pino } from 'pino';
import {
  createTestClient,
  encodeFunctionData,
  getContractAddress,
  http,
  walletActions,
  publicActions,
  type Address,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainFacts, SecondNode } from '../../../apps/exchange/src/custody/chains/chain.ts';
import { ChainCoins } from '../../../apps/exchange/src/custody/coins.ts';
import { EvmChain } from '../../../apps/exchange/src/custody/chains/evm/evm-chain.ts';
import { evmReader, evmScan } from '../../../apps/exchange/src/custody/chains/evm/evm-reader.ts';
import { IncludedTransactions } from '../../../apps/exchange/src/custody/payments/included-transactions.ts';
import { SecondScan, type SecondScanOptions } from '../../../apps/exchange/src/custody/deposits/second-scan.ts';
import { Watcher, type WatcherOptions } from '../../../apps/exchange/src/custody/deposits/watcher.ts';
import { openDatabase } from '../../../apps/exchange/src/database/connection.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../../../apps/exchange/src/database/migrate.ts';
import { demoChainId, findAnvil, startAnvil } from '../../../apps/demo/src/chain/anvil.ts';
import { openBank } from '../../../apps/demo/src/chain/bank.ts';
import { Directory } from '../../../apps/exchange/src/ledger/listings/directory.ts';
import type { Chain } from '../../../apps/exchange/src/assets/networks.ts';
import { openListings } from '../../../apps/exchange/src/ledger/listings/open-listings.ts';
import { EngineHost } from '../../../apps/exchange/src/ledger/replica/engine-host.ts';
import { Gateway } from '../../../apps/exchange/src/ledger/gateway.ts';

/**
 * Measures the cost of following chains, for one to ten networks and a thousand to a million customers' addresses. A real local chain has blocks full
 * of transfers of a tracked token; one transfer in ten is for a customer. Watchers read the blocks into PostgreSQL. Then a second node's scan reads
 * the blocks too, and finds nothing that the first node hid. The networks are one node's chain under several names; each network reads the whole chain.
 * Run on one core: `taskset -c 0 npm run bench:scanner`.
 */
const addressCounts = [1_000, 10_000, 100_000, 1_000_000];
const networkCounts = [1, 2, 5, 10];
const blocks = 10;
const perTransaction = 100;
const transactionsPerBlock = 5;
const transfersPerBlock = transactionsPerBlock * perTransaction;
/** One transfer in this many is for a customer. */
const customersShare = 10;
/** Transfers a second that each network must keep up with. */
const wantedPerSecond = 500;
/** The kernel counts processor time in hundredths of a second. */
const msPerTick = 10;

/** Ethereum's coins under another name, as if they were a further network's. */
class NamedCoins extends ChainCoins {
  override readonly chain: Chain;

  constructor(name: string, directory: Directory, usdt: Address) {
    super('ETH', directory, { network: String(demoChainId), contracts: { USDT: usdt }, contractOf: lowerCaseAddress });
    this.chain = name as Chain;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'fft-scanner-'));
const log = pino({ level: 'silent' });
const program = findAnvil();
if (program === null) throw new Error('the local chain needs Linux on x64');
const anvil = await startAnvil({ folder, blockSeconds: null, log, program });
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const database = openDatabase(postgres.url);
await migrate(database.db);
try {
  await measure();
} finally {
  await database.close();
  await postgres.stop();
  await anvil.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Microseconds of processor time for a transfer, by process. */
interface Cost {
  readonly wall: number;
  readonly exchange: number;
  readonly postgres: number;
  readonly node: number;
}

/** A network's reader, and the scan of its second node. */
interface Followed {
  readonly watcher: Watcher;
  readonly scan: SecondScan;
}

async function measure(): Promise<void> {
  const chain = await openChain();
  const listed = await openCoins();
  const costs = new Map<string, Cost>();
  let known = 0;
  print([
    'addresses',
    'networks',
    'transfers/s',
    'µs: exchange',
    'PostgreSQL',
    'node',
    'second scan',
    `core at ${wantedPerSecond}/s each`,
  ]);
  for (const addresses of addressCounts) {
    await addAddresses(known, addresses);
    known = addresses;
    const from = await chain.fill(addresses);
    const read = async (networks: number, round: string): Promise<Cost & { readonly scan: Cost }> => {
      const names = Array.from({ length: networks }, (_, index) => `${addresses}-${networks}-${index}-${round}`);
      const all = await Promise.all(names.map((name) => follow(name, chain.usdt, { from, ...listed })));
      const cost = await costOf(networks, all, async ({ watcher }) => {
        while (await watcher.step());
      });
      return { ...cost, scan: await costOf(networks, all, ({ scan }) => scan.work(from.height + blocks)) };
    };
    // The first read compiles the code, and fills the caches of node and database.
    await read(10, 'warm');
    for (const networks of networkCounts) {
      const cost = await read(networks, 'measured');
      costs.set(`${addresses} ${networks}`, cost);
      const scan = cost.scan.exchange + cost.scan.postgres;
      const own = cost.exchange + cost.postgres + scan;
      const share = (own * wantedPerSecond * networks) / 10_000;
      const figures = [cost.exchange, cost.postgres, cost.node, scan].map((one) => one.toFixed(1));
      const perSecond = Math.round(1_000_000 / cost.wall).toLocaleString('en');
      print([addresses.toLocaleString('en'), String(networks), perSecond, ...figures, `${share.toFixed(1)} %`]);
    }
  }
  const own = (addresses: number, networks: number): number => {
    const cost = costs.get(`${addresses} ${networks}`);
    return cost ? cost.exchange + cost.postgres : 0;
  };
  const [fewest = 0, most = 0] = [addressCounts[0], addressCounts.at(-1)];
  const largest = networkCounts.at(-1) ?? 1;
  const flat = networkCounts.map((networks) => own(most, networks) / own(fewest, networks));
  const linear = addressCounts.map((addresses) => own(addresses, largest) / own(addresses, 1));
  const ratios = (all: readonly number[]): string => all.map((one) => one.toFixed(2)).join(', ');
  process.stdout.write(`a transfer with ${most} addresses costs ${ratios(flat)} times one with ${fewest}\n`);
  process.stdout.write(`a transfer on ${largest} networks costs ${ratios(linear)} times one on a single network\n`);
}

/** Runs `act` for all networks at once, and returns the cost of a transfer. */
async function costOf(
  networks: number,
  all: readonly Followed[],
  act: (one: Followed) => Promise<void>,
): Promise<Cost> {
  const before = { wall: performance.now(), cpu: process.cpuUsage(), ...ticksOfOthers() };
  await Promise.all(all.map(act));
  const ms = performance.now() - before.wall;
  const { user, system } = process.cpuUsage(before.cpu);
  const after = ticksOfOthers();
  const transfers = networks * blocks * transfersPerBlock;
  const microseconds = (ticks: number): number => (ticks * msPerTick * 1_000) / transfers;
  return {
    wall: (ms * 1_000) / transfers,
    exchange: (user + system) / transfers,
    postgres: microseconds(after.postgres - before.postgres),
    node: microseconds(after.node - before.node),
  };
}

/** Processor time of PostgreSQL's processes and of the node's so far. */
function ticksOfOthers(): { readonly postgres: number; readonly node: number } {
  const all = readdirSync('/proc').flatMap((pid) => {
    try {
      const [, name = '', rest = ''] = /^\d+ \((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const fields = rest.split(' ').map(Number);
      const [parent = 0] = fields;
      const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(10);
      return [{ pid: Number(pid), parent, name, command, ticks: user + system, ended: userOfEnded + systemOfEnded }];
    } catch {
      // Entries of `/proc` that aren't processes, and processes that have just ended.
      return [];
    }
  });
  const server = all.find(({ name, command }) => name === 'postgres' && command.includes(folder));
  const sumOf = (found: typeof all): number => found.reduce((sum, { ticks }) => sum + ticks, 0);
  return {
    // The server's ended processes include closed connections.
    postgres:
      (server?.ended ?? 0) + sumOf(all.filter(({ pid, parent }) => pid === server?.pid || parent === server?.pid)),
    node: sumOf(all.filter(({ name, command }) => name === 'anvil' && command.includes(folder))),
  };
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padStart(13)).join('  ')}\n`);
}

async function openChain() {
  const bank = await openBank(anvil.url, { chainId: demoChainId, tokenDecimals: 6 });
  const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
  const node = createTestClient({ mode: 'anvil', account, transport: http(anvil.url) })
    .extend(publicActions)
    .extend(walletActions);
  const nonce = await node.getTransactionCount({ address: account.address });
  await node.deployContract({ abi: testPayer.abi, bytecode: testPayer.bytecode, chain: null });
  const payer = lowerCaseAddress(getContractAddress({ from: account.address, nonce: BigInt(nonce) }));
  await bank.send(bank.usdt, payer, 10n ** 15n);
  await node.mine({ blocks: 1 });
  return {
    usdt: bank.usdt,
    /** Makes blocks full of transfers, some to the first `addresses` customers' addresses. Returns the block before them. */
    fill: async (addresses: number): Promise<{ height: number; hash: string }> => {
      const { number, hash } = await node.getBlock();
      for (let block = 0; block < blocks; block += 1) {
        for (let transaction = 0; transaction < transactionsPerBlock; transaction += 1) {
          const to = Array.from({ length: perTransaction }, (_, index) =>
            index % customersShare === 0
              ? addressOf(Math.floor(Math.random() * addresses))
              : addressOf(2 ** 31 + index),
          );
          const args = [bank.usdt, to, to.map(() => 2_000_000n)] as const;
          const data = encodeFunctionData({ abi: testPayer.abi, functionName: 'payAll', args });
          await node.sendTransaction({ to: payer, data, gas: 5_500_000n, chain: null });
        }
        await node.mine({ blocks: 1 });
      }
      return { height: Number(number), hash };
    },
  };
}

async function openCoins(): Promise<{ directory: Directory }> {
  const journal = new MemoryJournal();
  const host = new EngineHost(journal, createEngine);
  const onFatal = (error: unknown): never => {
    throw error;
  };
  await openListings(host, new Gateway({ journal, host, now: Date.now, onFatal }));
  return { directory: new Directory(host.engine) };
}

/** Follows the chain from a block on, under a name. */
async function follow(
  name: string,
  usdt: Address,
  { directory, from }: { readonly directory: Directory; readonly from: { height: number; hash: string } },
): Promise<Followed> {
  const coins = new NamedCoins(name, directory, usdt);
  const addresses = { family: 'evm', hots: [], addressOf: () => '' } as const;
  const landings = new IncludedTransactions(database.db, { chain: name, addresses });
  const reader = evmReader({ chain: new EvmChain(anvil.url), coins, own: [], traces: false, landings });
  await database.db
    .insertInto('chain_blocks')
    .values({ chain: coins.chain, ...from })
    .execute();
  await database.db
    .insertInto('custody_chains')
    .values({ chain: name, xpub: '', network: name, confirmations: 1, contracts: '{}', hot: '[]' })
    .execute();
  const onRead: WatcherOptions['onRead'] = (block, arrivals) => scan.note(block, arrivals);
  const watcher = new Watcher({ db: database.db, reader, coins, family: 'evm', now: Date.now, onRead });
  const second: SecondNode = {
    reader,
    scan: evmScan({ chain: new EvmChain(anvil.url), coins, own: [] }),
    progressOf: async () => ({ kind: 'waiting' }),
  };
  const witness: SecondScanOptions['witness'] = {
    hasSecond: true,
    ask: async (_about, question) => (await question(second)) === null,
  };
  const facts = { chain: name, coins, confirmations: 1, addresses } as unknown as ChainFacts;
  const scan = new SecondScan({ db: database.db, facts, reader, watcher, witness, log });
  return { watcher, scan };
}

function addressOf(index: number): Address {
  return `0x${(index + 0x1000_0000).toString(16).padStart(40, 'a')}`;
}

async function addAddresses(from: number, to: number): Promise<void> {
  await database.pool.query(
    `insert into deposit_addresses (address, family, customer)
     select '0x' || lpad(to_hex(number + 268435456), 40, 'a'), 'evm', number from generate_series($1::bigint, $2::bigint - 1) as number`,
    [from, to],
  );
  await database.pool.query('vacuum analyze deposit_addresses');
}
