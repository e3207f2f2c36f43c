import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@fft/engine';
import { PostgresJournal } from '@fft/journal';
import { openDatabase } from '../../../apps/exchange/src/database/connection.ts';
import { startEmbeddedPostgres } from '../../../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../../../apps/exchange/src/database/migrate.ts';
import { openListings } from '../../../apps/exchange/src/ledger/listings/open-listings.ts';
import { resume } from '../../../apps/exchange/src/ledger/snapshots/resume.ts';
import { takeSnapshot } from '../../../apps/exchange/src/ledger/snapshots/take-snapshot.ts';
import { EngineHost } from '../../../apps/exchange/src/ledger/replica/engine-host.ts';
import { Gateway } from '../../../apps/exchange/src/ledger/gateway.ts';

/**
 * Measures the cost of a start with resting orders (a million, or the first argument): replays the journal, writes a snapshot, and
 * starts from the snapshot. Run: `npm run bench:restart -- [orders]`.
 */
const orderCount = Number(process.argv[2] ?? 1_000_000);
const ordersPerOwner = 100;
const firstOwner = 1_000;
const batch = 1_000;

const dataDir = await mkdtemp(join(tmpdir(), 'fft-restart-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const database = openDatabase(postgres.url);
await migrate(database.db);
const journal = new PostgresJournal({ url: postgres.url });
try {
  await measure();
} finally {
  await journal.close();
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const written = await timed(() => writeOrders());
  const { sequence } = await journal.head();
  // No process writes the tables here, so the bench sets their position: a snapshot covers only what the tables have.
  await database.pool.query("insert into projection (name, sequence) values ('ledger', $1)", [sequence]);
  const replayed = await timed(async () => {
    const host = new EngineHost(journal, createEngine);
    await host.catchUp();
    return host;
  });
  const taken = await timed(() => takeSnapshot({ url: postgres.url }));
  const resumed = await timed(() =>
    resume({
      db: database.db,
      journal,
      position: async () => sequence,
      say: (line) => process.stdout.write(`${line}\n`),
    }),
  );
  const { host } = resumed.value;
  const isSame = host.sequence === sequence && host.engine.stateHash() === replayed.value.engine.stateHash();
  if (!isSame || host.openCount !== written.value) throw new Error('the snapshot differs from the replayed state');
  const { rows } = await database.pool.query<{ size: number }>(
    'select sum(length(bytes))::bigint as size from snapshot_parts',
  );
  const lines = [
    `${written.value.toLocaleString('en')} resting orders, ${sequence.toLocaleString('en')} journal entries`,
    `  replaying all of it       ${seconds(replayed.ms)}`,
    `  writing the snapshot      ${seconds(taken.ms)}, including the replay; ${Math.round((rows[0]?.size ?? 0) / 1e6)} MB`,
    `  starting from it          ${seconds(resumed.ms)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Writes the journal. Returns the number of resting orders. */
async function writeOrders(): Promise<number> {
  const host = new EngineHost(journal, createEngine);
  const onFatal = (error: unknown): void => {
    throw error;
  };
  const gateway = new Gateway({ journal, host, now: () => 1_800_000_000_000, onFatal });
  await openListings(host, gateway);
  const owners = Math.ceil(orderCount / ordersPerOwner);
  const deposits = Array.from({ length: owners }, (_, index) => ({
    type: 'deposit' as const,
    requestId: 'fund',
    source: 'adjustments' as const,
    owner: firstOwner + index,
    kind: 'coin' as const,
    asset: 0,
    amount: 1_000_000_000,
  }));
  for (let from = 0; from < owners; from += batch) {
    await Promise.all(deposits.slice(from, from + batch).map((deposit) => gateway.submit(deposit)));
  }
  for (let from = 0; from < orderCount; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, orderCount - from) }, (_, index) => from + index);
    await Promise.all(numbers.map((number) => gateway.submit(restingOrder(number))));
  }
  return host.openCount;
}

function restingOrder(number: number) {
  return {
    type: 'place',
    owner: firstOwner + Math.floor(number / ordersPerOwner),
    clientOrderId: `order-${number}`,
    market: 0,
    side: 'sell',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks: 970_000 + ((number * 7919) % 10_000),
    quantityLots: 10,
    amount: 0,
  } as const;
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  return { value: await work(), ms: performance.now() - begun };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
