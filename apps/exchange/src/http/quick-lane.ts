import type { Socket } from 'node:net';
import { Code } from '@fft/contract';
import type { FastifyInstance } from 'fastify';
import type { Answered } from './carry-out.ts';
import { jsonType } from './envelope.ts';
import { readPlainRequest, type PlainRequest } from './plain-request.ts';
import { answerHeaders } from './security-headers.ts';

/** No request of the lane is longer; what is goes to the server. */
const bytesMost = 4_096;
/** As long as the server keeps a connection on which nothing is asked. */
const idleMs = 72_000;
/** A connection that has said nothing at all is ended earlier. */
const firstWithinMs = 15_000;

/** Carries out a call, and answers it once. */
export type QuickCall = (request: PlainRequest, ip: string, answer: (answered: Answered) => void) => void;

export interface QuickLaneOptions {
  /** False while nothing is served: the server says so. */
  readonly isOpen: () => boolean;
  /** Counts a request of an address; more than 0 where it sends too many, which the server answers. */
  readonly countRequest: (address: string) => number;
}

/**
 * Takes the calls that are asked most, on connections over which nothing else comes: each as one plain request after the other. Whatever else comes (another call, a header
 * that isn't plain, half a request) hands the connection over to the server, bytes and all, for good; so the lane refuses nothing and judges nothing.
 */
export class QuickLane {
  readonly #calls = new Map<string, QuickCall>();
  readonly #lines = new Set<Line>();
  readonly #options: QuickLaneOptions;

  constructor(options: QuickLaneOptions) {
    this.#options = options;
  }

  bind(path: string, call: QuickCall): void {
    this.#calls.set(path, call);
  }

  /** Stands before a server that doesn't listen yet. */
  guard(fastify: FastifyInstance): void {
    const { server } = fastify;
    fastify.addHook('preClose', (done) => {
      this.#close();
      done();
    });
    const taken = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      const line = new Line(socket, {
        callFor: (request) => this.#callFor(request, socket),
        handOver: () => {
          for (const take of taken) take.call(server, socket);
        },
        onGone: () => this.#lines.delete(line),
      });
      this.#lines.add(line);
    });
  }

  /** Ends connections on which nothing is asked, the others once they are answered. */
  #close(): void {
    for (const line of this.#lines) line.close();
  }

  #callFor(request: PlainRequest, { remoteAddress = '' }: Socket): QuickCall | null {
    const call = this.#calls.get(request.path);
    if (!call || !this.#options.isOpen() || this.#options.countRequest(remoteAddress) > 0) return null;
    return call;
  }
}

interface LineOptions {
  /** Null where the server has to answer. */
  readonly callFor: (request: PlainRequest) => QuickCall | null;
  readonly handOver: () => void;
  readonly onGone: () => void;
}

/** One connection in the lane. */
class Line {
  readonly #socket: Socket;
  readonly #options: LineOptions;
  readonly #ip: string;
  /** A request is being carried out; what came after it waits. */
  #isBusy = false;
  #waiting: Buffer | null = null;
  #isEnding = false;

  constructor(socket: Socket, options: LineOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#ip = socket.remoteAddress ?? '';
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('timeout', this.#drop);
    socket.on('error', this.#drop);
    socket.on('close', options.onGone);
    socket.setTimeout(firstWithinMs);
  }

  close(): void {
    this.#end();
  }

  readonly #drop = (): void => {
    this.#socket.destroy();
  };

  readonly #end = (): void => {
    this.#isEnding = true;
    if (!this.#isBusy) this.#socket.end();
  };

  readonly #take = (bytes: Buffer): void => {
    if (this.#isBusy) {
      this.#waiting = this.#waiting ? Buffer.concat([this.#waiting, bytes]) : bytes;
      this.#socket.pause();
      return;
    }
    const request = bytes.length <= bytesMost ? readPlainRequest(bytes.toString('latin1')) : null;
    const call = request && this.#options.callFor(request);
    if (!call) return this.#handOver(bytes);
    if (request.length < bytes.length) this.#waiting = bytes.subarray(request.length);
    this.#isBusy = true;
    if (this.#socket.timeout !== idleMs) this.#socket.setTimeout(idleMs);
    call(request, this.#ip, this.#answer);
  };

  readonly #answer = ({ code, body }: Answered): void => {
    this.#isBusy = false;
    const socket = this.#socket;
    if (socket.destroyed) return;
    socket.write(answerText(code === Code.internal ? 500 : 200, body, this.#isEnding));
    if (this.#isEnding) {
      socket.end();
      return;
    }
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    this.#take(waiting);
    if (!this.#isBusy) socket.resume();
  };

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.pause();
    socket.off('data', this.#take).off('end', this.#end).off('timeout', this.#drop).off('error', this.#drop);
    socket.off('close', this.#options.onGone);
    this.#options.onGone();
    socket.setTimeout(0);
    socket.unshift(bytes);
    this.#options.handOver();
    socket.resume();
  }
}

const fixedHeaders = Object.entries({ 'content-type': jsonType, ...answerHeaders })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const kept = `connection: keep-alive\r\nkeep-alive: timeout=${idleMs / 1000}\r\n\r\n`;
const ended = 'connection: close\r\n\r\n';
const reasons = { 200: 'OK', 500: 'Internal Server Error' } as const;

function answerText(status: keyof typeof reasons, body: string, isLast: boolean): string {
  const head = `HTTP/1.1 ${status} ${reasons[status]}\r\n${fixedHeaders}content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}date: ${dateText()}\r\n${isLast ? ended : kept}${body}`;
}

let dateSecond = 0;
let date = '';

/** The time of the answer, made once a second. */
function dateText(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}
