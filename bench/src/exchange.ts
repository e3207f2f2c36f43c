import { join } from 'node:path';
import { createClient, RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { startChild } from './exchange/child.ts';
import { startExchange } from './exchange/start-exchange.ts';
import { sendOrders } from './exchange/send-orders.ts';
import type { LoadResult } from './exchange/load.ts';
import { sendSteadily } from './exchange/steady-load.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import type { Trader } from './exchange/orders.ts';
import { makeTraders } from './exchange/traders.ts';

const script = (path: string): string => join(import.meta.dirname, path);
const rounds = 3;
const connections = 100;
const seconds = 8;
/** Orders in flight over sockets. */
const window = 1_000;
/** Orders per message, for batched messages. */
const perMessage = 20;
const burstSeconds = 10;
/** Long enough for tables that can't keep up to throttle the orders. */
const sustainedSeconds = 60;
/** Long enough to include periodic work of the server, such as snapshots and garbage collection. */
const steadySeconds = 30;
/** Calls for lists wait for the tables for up to this long. */
const maxSettlingMs = 120_000;

/**
 * Durable orders per second over HTTP, next to a bare Fastify that echoes the same form: the same load generator on the same machine,
 * interleaved. Every order is in the journal on disk before its response.
 */
export async function benchExchange(): Promise<void> {
  const exchange = await startExchange();
  const echo = await startChild(script('exchange/echo-server.ts'));
  try {
    const traders = await makeTraders(exchange.url, 60);
    const load = { traders, connections, seconds };
    await sendOrders({ ...load, url: exchange.url, seconds: 3, run: 'warm-up' });
    const ours: LoadResult[] = [];
    const theirs: LoadResult[] = [];
    for (let round = 1; round <= rounds; round++) {
      theirs.push(await sendOrders({ ...load, url: echo.url, run: `echo-${round}` }));
      ours.push(await sendOrders({ ...load, url: exchange.url, run: `orders-${round}` }));
    }
    const full = median(ours);
    await tablesReached(exchange.url, traders);
    const rate = Math.round(full.perSecond / 2);
    const steady = { ...load, seconds: steadySeconds, rate };
    const echoAtHalf = await sendSteadily({ ...steady, url: echo.url, run: 'echo-half' });
    const half = await sendSteadily({ ...steady, url: exchange.url, run: 'half' });
    const bySocket = { url: exchange.url, traders, window };
    const sockets = await sendOrdersBySocket({ ...bySocket, seconds, run: 'socket' });
    await tablesReached(exchange.url, traders);
    const burst = await sendOrdersBySocket({ ...bySocket, seconds: burstSeconds, run: 'burst', perMessage });
    const caughtUpMs = await tablesReached(exchange.url, traders);
    const sustained = await sendOrdersBySocket({ ...bySocket, seconds: sustainedSeconds, run: 'many', perMessage });
    print({
      full,
      echo: median(theirs),
      half,
      echoAtHalf,
      sockets,
      burst,
      sustained,
    });
    process.stdout.write(`  the projection caught up ${(caughtUpMs / 1000).toFixed(1)} s after the burst\n`);
  } finally {
    await Promise.all([exchange.stop(), echo.stop()]);
  }
}

function median(results: readonly LoadResult[]): LoadResult {
  const sorted = results.toSorted((one, other) => one.perSecond - other.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no rounds were run');
  return middle;
}

/** Waits for a list call, which covers all earlier orders. Returns the time it took. */
async function tablesReached(baseUrl: string, [trader]: readonly Trader[]): Promise<number> {
  const client = createClient({ baseUrl, token: () => trader?.token ?? null, lang: () => 'en', timeoutMs: 60_000 });
  const begun = performance.now();
  for (;;) {
    try {
      await client.call(calls.trade.history, { limit: 1 });
      return performance.now() - begun;
    } catch (error) {
      const isBehind = error instanceof RefusedError && error.code === Code.unavailable;
      if (!isBehind || performance.now() - begun > maxSettlingMs) throw error;
    }
  }
}

type Part = 'full' | 'half' | 'echoAtHalf' | 'sockets' | 'burst' | 'sustained' | 'echo';

function print(results: Readonly<Record<Part, LoadResult>>): void {
  const { full, half, echoAtHalf, sockets, burst, sustained, echo } = results;
  const line = (name: string, { perSecond, p50Ms, p99Ms, refused }: LoadResult) =>
    `  ${name.padEnd(44)} ${perSecond.toLocaleString('en').padStart(8)} /s   p50 ${p50Ms} ms   p99 ${p99Ms} ms   refused ${refused}`;
  const ratio = (result: LoadResult): string => (result.perSecond / echo.perSecond).toFixed(2);
  const lines = [
    `Durable orders, ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
    line('FFT over HTTP', full),
    line('bare Fastify echo', echo),
    line(`FFT over HTTP at half that rate, ${steadySeconds} s`, half),
    line('bare Fastify echo, as many', echoAtHalf),
    line(`FFT by socket, ${window} in flight`, sockets),
    line(`FFT by socket, ${perMessage} per message, ${burstSeconds} s`, burst),
    line(`FFT by socket, ${perMessage} per message, ${sustainedSeconds} s`, sustained),
    `  ratio to the echo: ${ratio(full)} over HTTP, ${ratio(sockets)} by socket, ${ratio(burst)} and ${ratio(sustained)} with ${perMessage} per message`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

if (import.meta.main) await benchExchange();
