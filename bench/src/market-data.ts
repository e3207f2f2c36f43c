import { setTimeout as delay } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './exchange/child.ts';
import { startExchange } from './exchange/start-exchange.ts';
import { makeTraders } from './exchange/traders.ts';
import { readWhile, type ReaderResult } from './market-data/readers.ts';
import { tradeSteadily } from './market-data/trade-steadily.ts';

const script = (path: string): string => join(import.meta.dirname, path);
const counts = [100, 1_000];
const seconds = 8;
const tradesPerSecond = 100;

/** From a trade to the sockets of many readers, next to a bare WebSocket server that sends as much; then the cost per market as markets grow. */
export async function benchMarketData(): Promise<void> {
  const exchange = await startExchange();
  const peer = await startChild(script('market-data/broadcast-server.ts'));
  const lines = [
    `From a trade to the socket: ${tradesPerSecond} trades/s, three channels, batched every 50 ms, ${seconds} s`,
  ];
  try {
    const traders = await makeTraders(exchange.url, 2);
    for (const count of counts) {
      const work = () => tradeSteadily(exchange.url, traders, { tradesPerSecond, seconds, run: `r${count}` });
      lines.push(line(`FFT, ${count} readers`, await readWhile(`${socketUrl(exchange.url)}/ws`, count, work)));
      lines.push(
        line(`bare ws, ${count} readers`, await readWhile(socketUrl(peer.url), count, () => delay(seconds * 1000))),
      );
    }
  } finally {
    await Promise.all([exchange.stop(), peer.stop()]);
  }
  const costs = await promisify(execFile)(process.execPath, ['--expose-gc', script('costs/market-board.ts')]);
  process.stdout.write(`${lines.join('\n')}\n${costs.stdout}`);
}

function socketUrl(url: string): string {
  return url.replace('http', 'ws');
}

function line(name: string, { pushesPerSecond, p50Ms, p99Ms }: ReaderResult): string {
  return `  ${name.padEnd(24)} ${pushesPerSecond.toLocaleString('en').padStart(8)} pushes/s   p50 ${p50Ms} ms   p99 ${p99Ms} ms`;
}

if (import.meta.main) await benchMarketData();
