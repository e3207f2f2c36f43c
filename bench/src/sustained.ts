import { createClient } from '@fft/client';
import { calls } from '@fft/contract';
import { startExchange } from './exchange/start-exchange.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import type { Trader } from './exchange/orders.ts';
import { makeTraders } from './exchange/traders.ts';

const rate = 15_000;
const seconds = Number(process.argv[2] ?? 600);
const perMessage = 20;
const window = 1_000;
const lookEveryMs = 1_000;
const sayEvery = 30;
/** Pages fetched after the load, in sequence, per customer. */
const calmLooks = 200;

/** Checks that the tables keep up with 15,000 orders per second over sockets for ten minutes, and times pages during and after the load, of a customer with orders and of one without. */
export async function benchSustained(): Promise<void> {
  const metricsPort = '19187';
  const exchange = await startExchange({ METRICS_PORT: metricsPort });
  try {
    const traders = await makeTraders(exchange.url, 60);
    const [quiet, ...busy] = traders;
    if (!quiet || !busy[0]) throw new Error('no customers to fetch pages for');
    const pagesOf = { quiet: pageTimes(exchange.url, quiet), busy: pageTimes(exchange.url, busy[0]) };
    const afterwards = { quiet: pageTimes(exchange.url, quiet), busy: pageTimes(exchange.url, busy[0]) };
    const lags: number[] = [];
    const looking = setInterval(() => {
      void readLag(metricsPort).then((lag) => {
        lags.push(lag);
        if (lags.length % sayEvery === 0) say(`  ${lags.length} s: projection lag ${lag.toFixed(2)} s`);
      });
      void pagesOf.quiet.look();
      void pagesOf.busy.look();
    }, lookEveryMs);
    const load = { url: exchange.url, traders: busy, window, seconds, run: 'sustained', perMessage, rate };
    const { perSecond, p50Ms, p99Ms, accepted, refused } = await sendOrdersBySocket(load);
    clearInterval(looking);
    say(`${accepted.toLocaleString('en')} orders in ${seconds} s, ${perSecond.toLocaleString('en')} /s`);
    say(`  p50 ${p50Ms} ms, p99 ${p99Ms} ms, refused ${refused}`);
    say(`  projection lag: median ${quantile(lags, 0.5)} s, maximum ${quantile(lags, 1)} s`);
    say(
      `  pages of a customer without orders: ${summary(pagesOf.quiet.times)}; of one with orders, who waits for them: ${summary(pagesOf.busy.times)}`,
    );
    // The first fetch waits for the tables.
    await pageTimes(exchange.url, busy[0]).look();
    for (let looks = 0; looks < calmLooks; looks += 1) {
      await afterwards.quiet.look();
      await afterwards.busy.look();
    }
    say(`  after the load: ${summary(afterwards.quiet.times)}; and ${summary(afterwards.busy.times)}`);
  } finally {
    await exchange.stop();
  }
}

/** Fetches pages of two kinds alternately; several may be in flight. */
function pageTimes(baseUrl: string, { token }: Trader) {
  const client = createClient({ baseUrl, token: () => token, lang: () => 'en' });
  const times: number[] = [];
  let asked = 0;
  const look = async (): Promise<void> => {
    const begun = performance.now();
    asked += 1;
    try {
      await (asked % 2 === 0 ? client.call(calls.assets.coinStatement, {}) : client.call(calls.trade.history, {}));
      times.push(performance.now() - begun);
    } catch (error) {
      say(`  a page failed: ${String(error)}`);
    }
  };
  return { times, look };
}

const summary = (times: readonly number[]): string =>
  `${quantile(times, 0.5)} ms median, p99 ${quantile(times, 0.99)} ms`;

async function readLag(port: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^fft_projection_lag_seconds (\S+)$/m.exec(text)?.[1]);
}

function quantile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await benchSustained();
