import { WebSocket } from 'ws';

export interface ReaderResult {
  readonly pushesPerSecond: number;
  /** From the trade's time, set before it was durable, to its arrival at a socket. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Push {
  readonly channel: string;
  readonly data: readonly { readonly time: number }[];
}

const openedAtOnce = 100;

/** Opens sockets that subscribe to one market's trades, minute candles and book, and counts arrivals while `work` runs. */
export async function readWhile(
  url: string,
  count: number,
  work: () => Promise<void>,
  channels: readonly string[] = everyKind,
): Promise<ReaderResult> {
  const latencies: number[] = [];
  let pushes = 0;
  let counting = false;
  const sockets: WebSocket[] = [];
  const hear = (text: string): void => {
    if (!counting || !text.startsWith('{"channel"')) return;
    pushes += 1;
    if (!text.startsWith('{"channel":"trades:')) return;
    const now = Date.now();
    for (const { time } of (JSON.parse(text) as Push).data) latencies.push(now - time);
  };
  while (sockets.length < count) {
    const next = Array.from({ length: Math.min(openedAtOnce, count - sockets.length) }, () =>
      follow(url, channels, hear),
    );
    sockets.push(...(await Promise.all(next)));
  }
  counting = true;
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.terminate();
  latencies.sort((one, other) => one - other);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { pushesPerSecond: Math.round(pushes / seconds), p50Ms: at(0.5), p99Ms: at(0.99) };
}

const everyKind: readonly string[] = ['trades:BTC/USDT', 'kline:BTC/USDT:1m', 'depth:BTC/USDT'];

/** Resolves once the server has acknowledged the subscription; earlier messages are initial states. */
function follow(url: string, channels: readonly string[], hear: (text: string) => void): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const socket = new WebSocket(url);
  socket.on('error', reject);
  socket.on('open', () => socket.send(JSON.stringify({ op: 'subscribe', id: 1, channels })));
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith('{"op"')) resolve(socket);
    hear(text);
  });
  return promise;
}
