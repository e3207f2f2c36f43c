import { binanceProtocol, nativeProtocol, type OrderProtocol } from './exchange/order-protocol.ts';
import { processorUs } from './exchange/processor-time.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import { startExchange } from './exchange/start-exchange.ts';
import { makeTraders } from './exchange/traders.ts';

const rounds = 5;
const seconds = 8;
const window = 1_000;

interface Cost {
  readonly perSecond: number;
  /** The server's processor time per order. */
  readonly us: number;
}

/** The server's cost of an order over Binance's WebSocket API, next to our own socket: the same load, interleaved. */
export async function benchBinanceOrders(): Promise<void> {
  const exchange = await startExchange();
  try {
    const traders = await makeTraders(exchange.url, 20, 'ed25519');
    const send = async (protocol: OrderProtocol, run: string): Promise<Cost> => {
      const before = processorUs(exchange.pid);
      const load = { url: exchange.url, traders, window, seconds, run, protocol };
      const { perSecond, accepted, refused } = await sendOrdersBySocket(load);
      if (refused > 0) throw new Error(`${refused} orders of ${run} were refused`);
      return { perSecond, us: (processorUs(exchange.pid) - before) / accepted };
    };
    await send(nativeProtocol, 'warm-a');
    await send(binanceProtocol, 'warm-b');
    const own: Cost[] = [];
    const binance: Cost[] = [];
    for (let round = 1; round <= rounds; round++) {
      own.push(await send(nativeProtocol, `own-${round}`));
      binance.push(await send(binanceProtocol, `binance-${round}`));
    }
    print(median(own), median(binance));
  } finally {
    await exchange.stop();
  }
}

function median(costs: readonly Cost[]): Cost {
  const middle = costs.toSorted((one, other) => one.us - other.us)[Math.floor(costs.length / 2)];
  if (!middle) throw new Error('no rounds were run');
  return middle;
}

function print(own: Cost, binance: Cost): void {
  const line = (name: string, { perSecond, us }: Cost) =>
    `  ${name.padEnd(36)} ${perSecond.toLocaleString('en').padStart(8)} /s   ${us.toFixed(1)} µs of the server per order`;
  const lines = [
    `Orders by socket, ${window} in flight, median of ${rounds} rounds of ${seconds} s`,
    line('our own protocol', own),
    line('Binance’s WebSocket API', binance),
    `  ratio of the costs: ${(binance.us / own.us).toFixed(2)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

if (import.meta.main) await benchBinanceOrders();
