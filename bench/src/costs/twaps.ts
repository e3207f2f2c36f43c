import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { calls, minTwapIntervalMs } from '@fft/contract';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../../apps/exchange/src/database/tables.ts';
import { quantilesOf } from '../../../apps/exchange/testing/attack-run/honest.ts';
import { inLanes, say, withGateways } from './with-gateways.ts';
import { registerFunded, type GatewayProcess } from '../../../apps/exchange/testing/gateway-process.ts';

/**
 * Measures how late the parts of TWAP orders are, on a server in its own process with the standard order limit. Each TWAP order has a part every two
 * seconds, the shortest interval. First 1,000 TWAP orders of many customers run, then one of an honest customer beside 150 of 15 accounts.
 * A part's lateness is its order's time less the time that was planned at the start; a part without an order is late until the report.
 * Run: `npm run bench:twaps -- [--each 10] [--seconds 40] [--limit 50]`.
 */
const { values: options } = parseArgs({
  options: {
    /** TWAP orders of each customer. */
    each: { type: 'string', default: '10' },
    /** Seconds during which parts count. */
    seconds: { type: 'string', default: '40' },
    /** The order limit: orders of a customer in ten seconds. */
    limit: { type: 'string', default: '' },
  },
});
const [each, seconds] = [Number(options.each), Number(options.seconds)];
const [symbol, makers, levels, lanes] = ['BTC/USDT', 4, 20, 8];
/** More parts than fit into the run, so that no TWAP order ends in it. */
const parts = 120;
const partLots = 6;
/** Milliseconds from the last TWAP order's beginning to the first part that counts, and from the last part that counts to the report. */
const [settleMs, graceMs] = [5_000, 5_000];

interface Crowd {
  readonly name: string;
  readonly accounts: number;
  /** TWAP orders of each account. */
  readonly each: number;
}

await measure([{ name: 'many', accounts: Math.ceil(1_000 / each), each }]);
await measure([
  { name: 'crowd', accounts: 15, each: 10 },
  { name: 'honest', accounts: 1, each: 1 },
]);

/** Runs TWAP orders of these crowds on an exchange of their own, and reports on each crowd. */
function measure(crowds: readonly Crowd[]): Promise<void> {
  return withGateways({ settings: { ORDERS_PER_10S: options.limit } }, async ({ gateways: [gateway], database }) => {
    await inLanes(lanes, makers, (index) => makeBook(gateway, index));
    for (const crowd of crowds) await begin(gateway, crowd);
    await wait(settleMs);
    const from = Date.now();
    const until = from + seconds * 1_000;
    const worst = await worstMetric(gateway, until);
    await wait(graceMs);
    for (const crowd of crowds) say(await reportOn(database.db, crowd, { from, until }));
    say(`  fft_twap_late_seconds: at most ${worst.toFixed(2)}; load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
  });
}

async function makeBook(gateway: GatewayProcess, index: number): Promise<void> {
  const client = gateway.clientOf(await registerFunded(gateway, `maker-${index}`, { BTC: '1' }));
  const order = { symbol, side: 'sell', type: 'limit', quantity: '0.05' } as const;
  for (let level = 0; level < levels; level += 1) {
    await client.call(calls.trade.create, { ...order, price: String(97_000 + level), clientOrderId: `ask-${level}` });
  }
}

/** Registers these accounts, and begins their TWAP orders, in turns. */
async function begin(gateway: GatewayProcess, crowd: Crowd): Promise<void> {
  const tokens: string[] = [];
  await inLanes(lanes, crowd.accounts, async (index) => {
    tokens.push(await registerFunded(gateway, `${crowd.name}-${index}`, { USDT: '50000' }));
  });
  const terms = { symbol, side: 'buy', orders: parts, durationMs: parts * minTwapIntervalMs } as const;
  const quantity = ((parts * partLots) / 100_000).toFixed(5);
  await inLanes(lanes, crowd.accounts * crowd.each, async (index) => {
    const client = gateway.clientOf(tokens[index % crowd.accounts]);
    await client.call(calls.twap.create, { ...terms, quantity, clientId: `twap-${index}` });
  });
}

/** The highest value of the operators' metric until a time. */
async function worstMetric(gateway: GatewayProcess, until: number): Promise<number> {
  let worst = 0;
  while (Date.now() < until) {
    worst = Math.max(worst, await gateway.figure('fft_twap_late_seconds'));
    await wait(Math.min(500, Math.max(0, until - Date.now())));
  }
  return worst;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

async function reportOn(db: Kysely<Tables>, crowd: Crowd, span: Span): Promise<string> {
  const { rows } = await sql<{ late: number; is_placed: boolean }>`
    select (coalesce(placed.time, ${Date.now()}::bigint) - due) as late, placed.time is not null as is_placed
    from order_schedules as plan join customers on customers.id = plan.customer
    cross join generate_series(0, ${parts - 1}::int) as slot
    cross join lateral (select plan.created + slot * ${minTwapIntervalMs}::bigint as due) as times
    left join lateral (
      select listed_orders.time from order_schedule_children as child
      join listed_orders on listed_orders.id = child.order_id and listed_orders.owner = plan.customer
      where child.schedule = plan.id and child.slot = slot.slot limit 1
    ) as placed on true
    where email like ${`${crowd.name}-%`} and due >= ${span.from}::bigint and due < ${span.until}::bigint`.execute(db);
  const late = rows.map((row) => row.late);
  const placed = rows.filter((row) => row.is_placed).length;
  const share = (100 * late.filter((ms) => ms > 1_000).length) / late.length;
  return [
    `${crowd.name}, ${crowd.accounts} × ${crowd.each} TWAP orders:`.padEnd(30),
    `${placed.toLocaleString('en')} of ${late.length.toLocaleString('en')} parts of ${seconds} s placed,`,
    `late${quantilesOf(late)}; ${share.toFixed(2)} % later than a second`,
  ].join(' ');
}
