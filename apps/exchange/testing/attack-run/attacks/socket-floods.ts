import { opcodes, RawSocket, rawFrame, textFrameOf } from '../../attacks/raw-socket.ts';
import type { Attack } from '../attack.ts';
import { flood, keep, type Target } from '../flood.ts';

const book = 'depth:BTC/USDT';

/** Frames of one write, and the number of messages in them. */
interface Frames {
  readonly bytes: Buffer;
  readonly count: number;
  readonly isReading?: boolean;
}

/** Sends the same frames on fifty sockets as fast as the server reads them, and replaces each closed socket. */
function flooding(name: string, frames: Frames): Attack {
  return flood(name, (target, world) => keep(world.count(50, 10), target.signal, () => floodOneSocket(target, frames)));
}

async function floodOneSocket({ url, from, signal, tally }: Target, frames: Frames): Promise<void> {
  tally.connections += 1;
  const socket = await RawSocket.open(url, {}, from).catch(() => null);
  if (!socket) {
    tally.refused += 1;
    return;
  }
  if (frames.isReading === false) socket.stall();
  while (socket.isOpen && !signal.aborted) {
    tally.messages += frames.count;
    if (!socket.send(frames.bytes)) await Promise.race([socket.drained(), aborted(signal)]);
    // Lets other work of this process run.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!signal.aborted) tally.refused += 1;
  socket.end();
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const one = (bytes: Buffer, count = 1): Frames => ({ bytes, count });
const many = (frame: Buffer, count = 200): Frames => ({
  bytes: Buffer.concat(Array.from({ length: count }, () => frame)),
  count,
});
const subscribe = textFrameOf({ op: 'subscribe', channels: Array.from({ length: 50 }, () => book) });
const again = Buffer.concat([subscribe, textFrameOf({ op: 'unsubscribe', channels: [book] })]);
const begun = rawFrame({ opcode: opcodes.text, payload: '{', isLast: false });
const empty = many(rawFrame({ opcode: opcodes.continuation, isLast: false }));

/** Attacks by WebSockets without a session. */
export const socketFloods: readonly Attack[] = [
  flooding('one channel fifty times in a message', one(subscribe)),
  flooding('repeated snapshots of books', one(again, 2)),
  flooding('unread snapshots of books', { ...one(again, 2), isReading: false }),
  flooding('unknown requests', many(textFrameOf({ op: 'zzz' }))),
  flooding('16 KiB of [', one(textFrameOf('['.repeat(16 * 1024)))),
  flooding('log-ins with unknown tokens', many(textFrameOf({ op: 'auth', token: 'x'.repeat(43) }))),
  flooding('orders without a session', many(textFrameOf({ op: 'create', id: 1, params: {} }))),
  flooding('pings', many(rawFrame({ opcode: opcodes.ping }))),
  flooding('empty message fragments', one(Buffer.concat([begun, empty.bytes]), empty.count)),
  flooding('binary frames', many(rawFrame({ opcode: opcodes.binary, payload: 'x' }))),
];
