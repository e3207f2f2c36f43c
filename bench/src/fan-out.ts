import { startExchange } from './exchange/start-exchange.ts';
import { makeTraders } from './exchange/traders.ts';
import { readWhile } from './market-data/readers.ts';
import { tradeSteadily } from './market-data/trade-steadily.ts';

const readers = 5_000;
const updatesPerSecond = 10;
const seconds = 10;

/** One update, ten times per second, to five thousand sockets: latency from the trade's time to its arrival. */
export async function benchFanOut(): Promise<void> {
  const exchange = await startExchange();
  try {
    const traders = await makeTraders(exchange.url, 2);
    const work = () =>
      tradeSteadily(exchange.url, traders, { tradesPerSecond: updatesPerSecond, seconds, run: 'fan-out' });
    const url = `${exchange.url.replace('http', 'ws')}/ws`;
    const { pushesPerSecond, p50Ms, p99Ms } = await readWhile(url, readers, work, ['trades:BTC/USDT']);
    process.stdout.write(
      `One trade to ${readers.toLocaleString('en')} sockets, ${updatesPerSecond} times per second, ${seconds} s\n` +
        `  ${pushesPerSecond.toLocaleString('en')} pushes/s   p50 ${p50Ms} ms   p99 ${p99Ms} ms\n`,
    );
  } finally {
    await exchange.stop();
  }
}

if (import.meta.main) await benchFanOut();
