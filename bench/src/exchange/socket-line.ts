import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { OrderProtocol } from './order-protocol.ts';
import type { Trader } from './orders.ts';

const finalText = 0x81;
const closing = 0x88;
/** Pings come after a silence, as when the machine is too busy to read. The server closes only much later. */
const controls: readonly number[] = [0x89, 0x8a];
const masked = 0x80;
const twoBytes = 126;
const eightBytes = 127;
/** Length marker of a frame with a two-byte length. */
const headBytes = 8;
const longest = 65_535;

/** A prepared client frame (RFC 6455, 5.2). Its mask is zero, so the payload is unchanged; servers unmask it nevertheless. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text, 'latin1');
  if (payload.length < twoBytes || payload.length > longest)
    throw new Error('the frame does not have a two-byte length');
  const frame = Buffer.alloc(headBytes + payload.length);
  frame[0] = finalText;
  frame[1] = masked | twoBytes;
  frame.writeUInt16BE(payload.length, 2);
  payload.copy(frame, headBytes);
  return frame;
}

/** A minimal WebSocket client that sends prepared frames and delivers the payloads of whole text frames. */
export class SocketLine {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #take: (payload: Buffer) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
  }

  /** Connects and authenticates. */
  static async open(
    url: string,
    { path, logIn }: Pick<OrderProtocol, 'path' | 'logIn'>,
    trader: Trader,
  ): Promise<SocketLine> {
    const key = randomBytes(16).toString('base64');
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
    };
    const [, socket] = (await once(request(`${url}${path}`, { headers }).end(), 'upgrade')) as [
      IncomingMessage,
      Socket,
    ];
    const line = new SocketLine(socket);
    await new Promise<void>((resolve) => {
      line.onMessage(() => resolve());
      line.send(clientFrame(logIn(trader).padEnd(twoBytes)));
    });
    return line;
  }

  send(frame: Buffer): void {
    this.#socket.write(frame);
  }

  onMessage(take: (payload: Buffer) => void): void {
    this.#take = take;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    let left = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    for (let end = endOfFrame(left); end !== null && end.payload <= left.length; end = endOfFrame(left)) {
      if (left[0] === finalText) this.#take(left.subarray(end.head, end.payload));
      left = left.subarray(end.payload);
    }
    this.#received = left;
  }
}

/** The ends of the first frame's header and payload; null if the header is incomplete. */
function endOfFrame(bytes: Buffer): { head: number; payload: number } | null {
  const short = bytes[1];
  if (short === undefined) return null;
  const [first = 0] = bytes;
  if (first === closing) throw new Error(`the server closed the socket: ${closeReason(bytes)}`);
  if (first !== finalText && !controls.includes(first)) throw new Error('expected a whole text frame');
  if (short < twoBytes) return { head: 2, payload: 2 + short };
  const head = short === twoBytes ? 4 : 10;
  if (short > eightBytes) throw new Error('a server frame must not be masked');
  if (bytes.length < head) return null;
  return { head, payload: head + (head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))) };
}

/** The code and the reason of a server's closing frame. */
function closeReason(frame: Buffer): string {
  return frame.length < 4 ? 'no reason' : `${frame.readUInt16BE(2)} ${frame.toString('utf8', 4, 2 + (frame[1] ?? 0))}`;
}
