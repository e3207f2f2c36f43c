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
import { ChainCoins } from '../src/custody/coins.ts';
import { EvmChain } from '../src/custody/evm/evm-chain.ts';
import { evmReader } from '../src/custody/evm/evm-reader.ts';
import { IncludedTransactions } from '../src/custody/included-transactions.ts';
import { Watcher } from '../src/custody/watcher.ts';
import { openDatabase } from '../src/database/connection.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { demoChainId, findAnvil, startAnvil } from '../src/demo/chain/anvil.ts';
import { openBank } from '../src/demo/chain/bank.ts';
import { Directory } from '../src/ledger/listings/directory.ts';
import { openListings } from '../src/ledger/listings/open-listings.ts';
import { EngineHost } from '../src/ledger/replica/engine-host.ts';
import { Gateway } from '../src/ledger/gateway.ts';

/**
 * Cost of following a chain: blocks of a real local chain, full of transfers of a tracked token of which one in ten is for a customer, read by the watcher into PostgreSQL, with
 * a thousand, a hundred thousand and a million customers' addresses. Run: `node apps/exchange/testing/scanner-cost.ts`.
 */
const addressCounts = [1_000, 100_000, 1_000_000];
const blocks = 10;
const perTransaction = 100;
const transactionsPerBlock = 5;
/** One transfer in this many is a customer's. */
const customersShare = 10;

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

async function measure(): Promise<void> {
  const bank = await openBank(anvil.url, { chainId: demoChainId, tokenDecimals: 6 });
  const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
  const node = createTestClient({ mode: 'anvil', account, transport: http(anvil.url) })
    .extend(publicActions)
    .extend(walletActions);
  await node.deployContract({ abi: testPayer.abi, bytecode: testPayer.bytecode, chain: null });
  const payer = lowerCaseAddress(getContractAddress({ from: account.address, nonce: 0n }));
  await bank.send(bank.usdt, payer, 10n ** 15n);
  await node.mine({ blocks: 1 });
  const watcher = await openWatcher(bank.usdt);
  while (await watcher.step());
  let known = 0;
  for (const count of addressCounts) {
    await addAddresses(known, count);
    known = count;
    for (let block = 0; block < blocks; block += 1) {
      for (let transaction = 0; transaction < transactionsPerBlock; transaction += 1) {
        const to = Array.from({ length: perTransaction }, (_, index) =>
          index % customersShare === 0 ? addressOf(Math.floor(Math.random() * count)) : addressOf(2 ** 31 + index),
        );
        const args = [bank.usdt, to, to.map(() => 2_000_000n)] as const;
        const data = encodeFunctionData({ abi: testPayer.abi, functionName: 'payAll', args });
        await node.sendTransaction({ to: payer, data, gas: 5_500_000n, chain: null });
      }
      await node.mine({ blocks: 1 });
    }
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    while (await watcher.step());
    const ms = performance.now() - begun;
    const { user, system } = process.cpuUsage(cpu);
    const transfers = blocks * transactionsPerBlock * perTransaction;
    const line = [
      `${count.toLocaleString('en').padStart(9)} addresses:`,
      `${Math.round((transfers / ms) * 1_000).toLocaleString('en')} transfers/s,`,
      `${(ms / blocks).toFixed(1)} ms a block of ${(transfers / blocks).toLocaleString('en')},`,
      `${((user + system) / transfers).toFixed(0)} µs of this process's time each`,
    ];
    process.stdout.write(`${line.join(' ')}\n`);
  }
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from chain_deposits');
  process.stdout.write(`${rows[0]?.count.toLocaleString('en')} deposits were found\n`);
}

async function openWatcher(usdt: Address): Promise<Watcher> {
  const journal = new MemoryJournal();
  const host = new EngineHost(journal, createEngine);
  const onFatal = (error: unknown): never => {
    throw error;
  };
  await openListings(host, new Gateway({ journal, host, now: Date.now, onFatal }));
  const coins = new ChainCoins('ETH', new Directory(host.engine), {
    network: String(demoChainId),
    contracts: { USDT: usdt },
  });
  const addresses = { family: 'evm', hots: [], addressOf: () => '' } as const;
  const landings = new IncludedTransactions(database.db, { chain: 'ETH', addresses });
  const reader = evmReader({ chain: new EvmChain(anvil.url), coins, own: [], traces: false, landings });
  return new Watcher({ db: database.db, reader, coins, family: 'evm', now: Date.now });
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
  await database.pool.query('analyze deposit_addresses');
}
