import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Whom an attack is aimed at, and from where. */
export interface Target {
  readonly url: string;
  /** The address that the attack comes from: of 127.0.0.0/8 any. */
  readonly from: string;
}

/** Something that one address does to the server until it is told to stop. */
export interface Attack {
  readonly name: string;
  run(target: Target, signal: AbortSignal): Promise<void>;
}

const time = 'GET /api/time.html HTTP/1.1\r\nHost: a\r\n\r\n';
const order =
  'POST /api/trade/create.html HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n';
/** A page of half a MiB or so, which its asker doesn't read. */
const large = 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

/** Null where the server refuses, or the system has no more. */
async function dial({ url, from }: Target): Promise<Socket | null> {
  const { hostname, port } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
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

/** Keeps so many connections busy with `work`, each opened again where it ends. */
export async function keep(count: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      await work();
      // Who is refused at once comes again, but not in a loop that does nothing else.
      await wait(5);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
}

const gone = (socket: Socket, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (socket.destroyed || signal.aborted) resolve(null);
    socket.once('close', resolve);
    signal.addEventListener('abort', resolve, { once: true });
  });

/** Opens a connection, does something with it, and waits until the server ends it. */
function holding(name: string, count: number, use: (socket: Socket, signal: AbortSignal) => void): Attack {
  return {
    name,
    run: (target, signal) =>
      keep(count, signal, async () => {
        const socket = await dial(target);
        if (!socket) return;
        use(socket, signal);
        await gone(socket, signal);
        socket.destroy();
      }),
  };
}

/** Sends a text byte by byte. */
function drip(socket: Socket, text: string): void {
  let sent = 0;
  const dripping = setInterval(() => {
    if (socket.destroyed || sent === text.length) clearInterval(dripping);
    else socket.write(text.charAt(sent++));
  }, 200);
}

/** Sends the same again and again, as fast as it is taken. */
function pour(socket: Socket, bytes: string, signal: AbortSignal): void {
  const more = (): void => {
    while (!socket.destroyed && !signal.aborted && socket.write(bytes)) {
      // As much as the system takes.
    }
  };
  socket.on('drain', more);
  more();
}

/** What connections can do to a server without a WebSocket. */
export const connectionFloods: readonly Attack[] = [
  holding('20,000 silent connections', 20_000, () => undefined),
  holding('headers byte by byte', 1_000, (socket) =>
    drip(socket, `${time.slice(0, -2)}X: ${'a'.repeat(1_000)}\r\n\r\n`),
  ),
  holding('bodies byte by byte', 1_000, (socket) => {
    socket.write(order);
    drip(socket, 'a'.repeat(2_000));
  }),
  holding('requests that wait for no answer', 50, (socket, signal) => {
    socket.resume();
    pour(socket, time.repeat(1_000), signal);
  }),
  holding('answers that nobody reads', 400, (socket) => {
    socket.pause();
    socket.write(large.repeat(20));
  }),
  holding('requests one by one, as fast as they are answered', 100, (socket) => {
    socket.on('data', () => socket.write(time));
    socket.write(time);
  }),
  holding('connections that end at once', 200, (socket) => socket.destroy()),
  holding('bytes that are no request', 100, (socket) => {
    socket.resume();
    socket.write('\0'.repeat(16_000));
  }),
];
