import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Frame types (RFC 6455, 5.2). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameParts {
  readonly opcode: number;
  readonly payload?: string | Buffer;
  /** True if the message ends with this frame; true by default. */
  readonly isLast?: boolean;
  /** Marks the payload as compressed. */
  readonly isCompressed?: boolean;
}

/** Encodes a client's frame of any type. Its mask is zero, so the payload is unchanged. */
export function rawFrame({ opcode, payload = '', isLast = true, isCompressed = false }: FrameParts): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(body.length < 126 ? 6 : body.length < 65_536 ? 8 : 14);
  head[0] = (isLast ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode;
  if (body.length < 126) head[1] = 0x80 | body.length;
  else if (body.length < 65_536) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(body.length, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  return Buffer.concat([head, body]);
}

export const textFrameOf = (value: unknown): Buffer =>
  rawFrame({ opcode: opcodes.text, payload: typeof value === 'string' ? value : JSON.stringify(value) });

/** End of a socket: the server's close code, or 0 if the connection broke without one. */
export interface Ended {
  readonly code: number;
  readonly reason: string;
}

/** A WebSocket that sends any bytes, and reads whole frames from a server. */
export class RawSocket {
  /** The server's answer to the offered extensions. */
  readonly extensions: string;
  readonly texts: string[] = [];
  /** Number of frames received, by type. */
  readonly counts = new Map<number, number>();
  bytesReceived = 0;
  /** Keeps the socket open after the server's close frame. */
  isStubborn = false;
  readonly ended: Promise<Ended>;
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #goodbye: Ended = { code: 0, reason: '' };

  private constructor(socket: Socket, extensions: string) {
    this.#socket = socket;
    this.extensions = extensions;
    this.ended = new Promise((resolve) => socket.once('close', () => resolve(this.#goodbye)));
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
  }

  /** @throws Error with the status if the server refuses */
  static async open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    localAddress?: string,
  ): Promise<RawSocket> {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    };
    const asking = request(`${url}/ws`, {
      headers: { ...upgrade, ...headers },
      ...(localAddress && { localAddress }),
    }).end();
    const refused = once(asking, 'response').then(([response]) => {
      (response as IncomingMessage).resume();
      throw new Error(`refused with ${(response as IncomingMessage).statusCode}`);
    });
    refused.catch(() => undefined);
    const [answer, socket] = (await Promise.race([once(asking, 'upgrade'), refused])) as [IncomingMessage, Socket];
    return new RawSocket(socket, answer.headers['sec-websocket-extensions'] ?? '');
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  /** Sends bytes; false if the system accepts no more for now. */
  send(bytes: Buffer): boolean {
    return this.#socket.writable && this.#socket.write(bytes);
  }

  /** Resolves when more can be sent, or the socket is closed. */
  async drained(): Promise<void> {
    await Promise.race([once(this.#socket, 'drain').catch(() => undefined), this.ended]);
  }

  say(value: unknown): boolean {
    return this.send(textFrameOf(value));
  }

  /** Stops reading. */
  stall(): void {
    this.#socket.pause();
  }

  end(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    this.bytesReceived += bytes.length;
    let left = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    for (let frame = frameOf(left); frame !== null; frame = frameOf(left)) {
      this.#take(frame.opcode, left.subarray(frame.from, frame.to));
      left = left.subarray(frame.to);
    }
    this.#received = left;
  }

  #take(opcode: number, payload: Buffer): void {
    this.counts.set(opcode, (this.counts.get(opcode) ?? 0) + 1);
    if (opcode === opcodes.text) this.texts.push(payload.toString());
    if (opcode === opcodes.close && payload.length >= 2) {
      this.#goodbye = { code: payload.readUInt16BE(0), reason: payload.toString('utf8', 2) };
      if (!this.isStubborn) this.end();
    }
  }
}

interface Frame {
  readonly opcode: number;
  readonly from: number;
  readonly to: number;
}

/** Decodes the first frame of a server's bytes; null while it is incomplete. */
function frameOf(bytes: Buffer): Frame | null {
  const [first, short] = bytes;
  if (first === undefined || short === undefined) return null;
  const from = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < from) return null;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const to = from + length;
  return bytes.length < to ? null : { opcode: first & 0x0f, from, to };
}
