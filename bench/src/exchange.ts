import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './exchange/child.ts';
import { sendOrders, type LoadResult } from './exchange/load.ts';
import { sendSteadily } from './exchange/steady-load.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import { makeTraders } from './exchange/traders.ts';

const script = (path: string): string => join(import.meta.dirname, path);
const rounds = 3;
const connections = 100;
const seconds = 8;
/** Orders by socket that are on their way at a time. */
const window = 1_000;
/** Orders in one message, where there are many in one. */
const perMessage = 20;

/**
 * Durable orders a second over HTTP, beside a bare Fastify that echoes the same form: the same load generator, on the
 * same machine, in turns. Every order is in the journal on disk before it is answered.
 */
export async function benchExchange(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-bench-'));
  const exchange = await startChild(script('../../apps/exchange/src/main.ts'), {
    DATA_DIR: dataDir,
    PORT: '0',
    MODE: 'demo',
    MAKER: 'off',
    DEMO_CHAIN: 'off',
    LOG_LEVEL: 'error',
    ORDERS_PER_10S: '1000000',
    REQUESTS_PER_10S: '0',
  });
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
    const half = await sendSteadily({ ...load, url: exchange.url, rate: Math.round(full.perSecond / 2), run: 'half' });
    const bySocket = { url: exchange.url, traders, window, seconds };
    const sockets = await sendOrdersBySocket({ ...bySocket, run: 'socket' });
    const many = await sendOrdersBySocket({ ...bySocket, run: 'many', perMessage });
    print({ full, half, sockets, many, echo: median(theirs) });
  } finally {
    await Promise.all([exchange.stop(), echo.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

function median(results: readonly LoadResult[]): LoadResult {
  const sorted = results.toSorted((one, other) => one.perSecond - other.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no rounds were run');
  return middle;
}

function print(results: Readonly<Record<'full' | 'half' | 'sockets' | 'many' | 'echo', LoadResult>>): void {
  const { full, half, sockets, many, echo } = results;
  const line = (name: string, { perSecond, p50Ms, p99Ms, refused }: LoadResult) =>
    `  ${name.padEnd(34)} ${perSecond.toLocaleString('en').padStart(8)} /s   p50 ${p50Ms} ms   p99 ${p99Ms} ms   refused ${refused}`;
  const ratio = (result: LoadResult): string => (result.perSecond / echo.perSecond).toFixed(2);
  const lines = [
    `Durable orders, ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
    line('FFT over HTTP', full),
    line('bare Fastify echo', echo),
    line('FFT over HTTP, at half of that', half),
    line(`FFT by socket, ${window} on their way`, sockets),
    line(`FFT by socket, ${perMessage} in a message`, many),
    `  ratio to the echo: ${ratio(full)} over HTTP, ${ratio(sockets)} by socket, ${ratio(many)} with ${perMessage} in a message`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

if (import.meta.main) await benchExchange();
