import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from '@fft/client';
import { calls } from '@fft/contract';
import { createEngine } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { createInbox } from '../../../apps/exchange/src/content/inbox.ts';
import { openEventBus } from '../../../apps/exchange/src/database/event-bus.ts';
import { openDatabase, type Database } from '../../../apps/exchange/src/database/connection.ts';
import { Gateway } from '../../../apps/exchange/src/ledger/gateway.ts';
import { Directory } from '../../../apps/exchange/src/ledger/listings/directory.ts';
import { openListings } from '../../../apps/exchange/src/ledger/listings/open-listings.ts';
import { EngineHost } from '../../../apps/exchange/src/ledger/replica/engine-host.ts';
import { PriceAlerts } from '../../../apps/exchange/src/markets/alerts/price-alerts.ts';
import { MarketBoard } from '../../../apps/exchange/src/markets/tickers/market-board.ts';
import { createIncidents } from '../../../apps/exchange/src/platform/incidents.ts';
import { createLog } from '../../../apps/exchange/src/platform/log.ts';
import { quantilesOf, registerHonest } from '../../../apps/exchange/testing/attack-run/honest.ts';
import { say, withGateways, type BenchExchange } from './with-gateways.ts';
import { registerFunded } from '../../../apps/exchange/testing/gateway-process.ts';

/**
 * Measures what new price alerts cost the other gateways. Several gateways share one database with 100,000 alerts; a customer of the first gateway
 * makes and deletes alerts at a steady rate. Alone and meanwhile, the bench measures:
 * - honest orders at another gateway;
 * - the longest stall of each other gateway's event loop;
 * - the time until a process that only watches alerts knows a new alert.
 *
 * Run: `npm run bench:alerts -- [--alerts 100000] [--gateways 3] [--rate 10] [--seconds 30]`.
 */
const { values: options } = parseArgs({
  options: {
    alerts: { type: 'string', default: '100000' },
    gateways: { type: 'string', default: '3' },
    /** New alerts a second. */
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '30' },
  },
});
const [alerts, count] = [Number(options.alerts), Number(options.gateways)];
const [rate, seconds] = [Number(options.rate), Number(options.seconds)];
/** Alerts of each customer: the most that the exchange allows. */
const alertsEach = 50;
const aheadMost = 20;
const symbol = 'BTC/USDT';
/** The longest delay of the event loop, which prom-client measures anew after each read. */
const stall = 'nodejs_eventloop_lag_max_seconds';

/** Times at which the customer's new alerts were sent, by their ids. */
const sentAt = new Map<string, number>();

await withGateways({ gateways: count, prepare: writeAlerts }, async (exchange) => {
  const [first, ...others] = exchange.gateways;
  const [observed] = others;
  if (!observed) throw new Error('other gateways are needed');
  const log = createLog('fatal');
  const watching = await watchAlerts(exchange.databaseUrl, log);
  const maker = first.clientOf(await registerFunded(first, 'maker', {}));
  const honest = await registerHonest(observed.url.replace('localhost', '127.0.0.1'));
  await honest.trade(wait(3_000));
  say(`${alerts.toLocaleString('en')} alerts, ${count} gateways, ${rate} new alerts a second for ${seconds} s`);
  say('before: each new alert made all others read all alerts: up to 3.9 s with 100,000 (machine and load of then)');
  for (const part of ['alone', 'beside new alerts'] as const) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    for (const gateway of others) await gateway.figure(stall);
    delay.enable();
    const over = part === 'alone' ? wait(seconds * 1_000) : makeAlerts(maker);
    const { orders, failures } = await honest.trade(over);
    delay.disable();
    const stalls = await Promise.all(others.map((gateway) => gateway.figure(stall)));
    say(`${part}: honest orders at another gateway${quantilesOf(orders)}, ${failures.length} failures`);
    say(`  longest stalls of the others ${stalls.map((figure) => `${Math.round(figure * 1_000)} ms`).join(', ')}`);
    say(`  longest stall of the watching process ${Math.round(delay.max / 1e6)} ms (it also sends the honest calls)`);
  }
  say(`known elsewhere after${quantilesOf(watching.knownAfter)}, ${watching.knownAfter.length} new alerts`);
  await watching.close();
});

/** Writes alerts of made-up customers, at prices that no trade reaches. */
async function writeAlerts({ pool }: Database): Promise<void> {
  const owners = Math.ceil(alerts / alertsEach);
  await pool.query(
    `insert into customers (id, email, password_hash, lang, up_color, created) overriding system value
      select 5000000 + n, 'watcher-' || n || '@test.example', '', 'en', 'green', 0 from generate_series(0, ${owners - 1}) as n`,
  );
  await pool.query(
    `insert into price_alerts (id, customer, market, direction, price_ticks, time, after_trade)
      select gen_random_uuid()::text, 5000000 + n / ${alertsEach}, 0, 'up', 100000000 + n, ${Date.now()}, 0
      from generate_series(0, ${alerts - 1}) as n`,
  );
  await pool.query('vacuum analyze');
}

/** Makes alerts at the rate, and deletes the oldest. */
async function makeAlerts(maker: Client): Promise<void> {
  const own: string[] = [];
  const begun = performance.now();
  for (let made = 0; made < seconds * rate; made += 1) {
    await wait(Math.max(0, begun + (made * 1_000) / rate - performance.now()));
    const sent = performance.now();
    const { id } = await maker.call(calls.watchlist.createAlert, { symbol, price: String(500_000 + made) });
    sentAt.set(id, sent);
    own.push(id);
    const oldest = own.length > aheadMost ? own.shift() : undefined;
    if (oldest !== undefined) await maker.call(calls.watchlist.deleteAlert, { id: oldest });
  }
}

interface Watching {
  /** Milliseconds from sending an alert to another process until this process watches it. */
  readonly knownAfter: number[];
  close(): Promise<void>;
}

/** Runs the part of a gateway that watches alerts, with the gateway's own classes, in this process. */
async function watchAlerts(url: string, log: ReturnType<typeof createLog>): Promise<Watching> {
  const database: BenchExchange['database'] = openDatabase(url, { maxConnections: 4 });
  const journal = new MemoryJournal();
  const host = new EngineHost(journal, createEngine);
  const onFatal = (error: unknown): never => {
    throw error;
  };
  await openListings(host, new Gateway({ journal, host, now: Date.now, onFatal }));
  const parts = { directory: new Directory(host.engine), board: new MarketBoard(), inbox: createInbox(Date.now) };
  const none = (): void => undefined;
  const watcher = new PriceAlerts({ db: database.db, log, now: Date.now, notify: none, publish: none, ...parts });
  await watcher.open();
  const bus = await openEventBus({ url, db: database.db, log, incidents: createIncidents(log) });
  const known: { readonly id: string; readonly at: number }[] = [];
  bus.onEvent((event) => {
    watcher.handleEvent(event);
    if (event.kind === 'alertMade')
      void watcher.settled().then(() => known.push({ id: event.id, at: performance.now() }));
  });
  return {
    get knownAfter() {
      return known.flatMap(({ id, at }) => at - (sentAt.get(id) ?? Number.NaN)).filter((ms) => !Number.isNaN(ms));
    },
    close: async () => {
      await bus.close();
      await database.close();
    },
  };
}
