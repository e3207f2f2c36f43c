import type { Customer } from '../../transport/http/context.ts';
import { keyOfSession, type KeyVerifier } from '../../transport/http/signed-request.ts';
import type { Connection } from '../../transport/websocket/connection.ts';
import { points } from '../../transport/websocket/costs.ts';
import { Turn } from '../../transport/websocket/serial-queue.ts';
import type { SocketProtocol } from '../../transport/websocket/socket-protocol.ts';
import type { Sockets } from '../../transport/websocket/sockets.ts';
import { settle } from '../../platform/later.ts';
import type { Span, Tracing } from '../../platform/tracing/tracing.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { UserEvents } from '../user-events/user-events.ts';
import { ApiError } from '../api-error.ts';
import { clockOf } from '../clock.ts';
import { beginCall } from '../calls/begin-call.ts';
import type { BinanceCall } from '../calls/call.ts';
import { recvWindowMsOf, socketParams } from '../calls/common-params.ts';
import { apiErrorOf, busy, internalError } from '../errors.ts';
import type { DoorLimits } from '../limits.ts';
import { readRequest, type ApiId, type ApiParams, type ApiRequest } from './api-request.ts';
import { ApiSocket, type ApiSocketOptions } from './api-socket.ts';
import { authorize } from './authorize.ts';
import { sessionMethodWeight, type SessionMethod } from './session-methods.ts';

/** Close codes: going away, a key that ended. */
const [goingAway, keyEnded] = [1001, 4001];
/** Unanswered requests of a socket; the next one is refused. */
const maxPending = 1_000;

export interface ApiProtocolOptions {
  readonly sockets: Pick<Sockets, 'charge' | 'fail'>;
  readonly keys: KeyVerifier;
  readonly events: UserEvents;
  readonly limits: DoorLimits;
  readonly methods: ReadonlyMap<string, BinanceCall>;
  readonly sessionMethods: ReadonlyMap<string, SessionMethod>;
  /** Called with an error that is not the caller's. */
  readonly onError: (method: string, error: unknown) => void;
  readonly now: () => number;
  /** Interval at which the keys of open sockets are checked. */
  readonly checkedEveryMs: number;
  readonly tracing: Tracing | null;
}

/** One request on its way. */
interface Asked {
  readonly socket: ApiSocket;
  readonly id: ApiId;
  readonly params: ApiParams;
  readonly method: string;
  customer: Customer | null;
  readonly isOrder: boolean;
  readonly span: Span | null;
}

/** The protocol of the WebSocket API: authorizes requests, runs them in order of arrival, and answers each by its id. */
export class ApiProtocol implements SocketProtocol {
  readonly #options: ApiProtocolOptions;
  readonly #sockets = new Map<Connection, ApiSocket>();
  /** Closes sockets whose key has ended. */
  readonly keyCheck: Job;

  constructor(options: ApiProtocolOptions) {
    this.#options = options;
    this.keyCheck = createJob({
      name: 'binance.checkKeys',
      everyMs: options.checkedEveryMs,
      run: () => this.#checkKeys(),
    });
  }

  open(connection: Connection, form: Omit<ApiSocketOptions, 'now'>): void {
    this.#sockets.set(connection, new ApiSocket(connection, { ...form, now: this.#options.now() }));
  }

  take(connection: Connection, data: Buffer): void {
    const socket = this.#sockets.get(connection);
    if (!socket) return;
    const request = readRequest(data.toString());
    if ('error' in request) {
      this.#options.sockets.charge(connection, points.invalid(data.length));
      return connection.send(errorAnswer(request.id, request.error, ''));
    }
    if (connection.pending >= maxPending) return connection.send(errorAnswer(request.id, busy, ''));
    connection.pending += 1;
    if (connection.turns.isFree) {
      const running = this.#run(socket, request);
      // Later requests wait for this one.
      if (running) connection.turns.take(() => running);
    } else {
      connection.turns.take(async () => (connection.isOver ? undefined : this.#run(socket, request)));
    }
  }

  frame(connection: Connection, kind: 'ping' | 'pong'): void {
    if (kind === 'pong') this.#sockets.get(connection)?.heartbeat.pong(performance.now());
    this.#options.sockets.charge(connection, points.frame);
  }

  watch(connection: Connection): void {
    this.#sockets.get(connection)?.heartbeat.watch(connection, performance.now());
  }

  closed(connection: Connection): void {
    const socket = this.#sockets.get(connection);
    this.#sockets.delete(connection);
    for (const subscription of socket?.subscriptions.values() ?? []) this.#options.events.unsubscribe(subscription);
  }

  /** Announces the end, as Binance does. */
  stop(connection: Connection): void {
    const at = this.#sockets.get(connection)?.at ?? clockOf(false);
    connection.send(JSON.stringify({ event: { e: 'serverShutdown', E: at(this.#options.now()) } }));
    connection.close(goingAway, 'the server is stopping');
  }

  /** Closes the sockets that depend on a key, by its session id. */
  endSession(sessionId: string): void {
    for (const [connection, socket] of this.#sockets) {
      if (socket.sessionIds.has(sessionId)) connection.close(keyEnded, 'the API key has ended');
    }
  }

  /** Returns a promise if the request must end before the next one begins. */
  #run(socket: ApiSocket, request: ApiRequest): Promise<void> | null {
    const { tracing, methods } = this.#options;
    if (tracing === null) return this.#begin(socket, request, null);
    // Names are few: strangers must not invent them.
    const name = methods.has(request.method) ? request.method : 'other';
    const span = tracing.begin(`binance ${name}`, { 'fft.door': 'binance-socket' });
    return tracing.run(span, () => this.#begin(socket, request, span));
  }

  #begin(socket: ApiSocket, { id, method, params }: ApiRequest, span: Span | null): Promise<void> | null {
    const { methods, sessionMethods, limits } = this.#options;
    const known = methods.get(method);
    const asked: Asked = {
      socket,
      id,
      params,
      method,
      customer: socket.session?.customer ?? null,
      isOrder: known?.isOrder === true,
      span,
    };
    try {
      if (known?.isOrder !== true && this.#options.sockets.charge(socket.connection, 1) === 'exhausted') return null;
      const own = sessionMethods.get(method);
      if (own) {
        limits.charge({ customer: asked.customer, ip: socket.connection.ip }, sessionMethodWeight);
        return this.#finish(asked, own(socket, params));
      }
      if (!known) throw new ApiError(400, -1000, `Unknown method '${method.slice(0, 60)}'.`);
      if (known.right === null) return this.#perform(asked, known);
      const customer = authorize(this.#options, socket, { params, right: known.right });
      if (!(customer instanceof Promise)) return this.#perform({ ...asked, customer }, known);
      return customer.then(
        (found) => this.#perform({ ...asked, customer: found }, known) ?? undefined,
        (error: unknown) => this.#fail(asked, error),
      );
    } catch (error) {
      this.#fail(asked, error);
      return null;
    }
  }

  #perform(asked: Asked, call: BinanceCall): Promise<void> | null {
    const { params: raw, customer, socket } = asked;
    const { userAgent, at } = socket;
    const { ip } = socket.connection;
    const pay = (weight: number): void => this.#options.limits.charge({ customer, ip }, weight);
    const caller = { customer, ip, userAgent, recvWindowMs: recvWindowMsOf(raw), at, pay };
    try {
      const common = socketParams;
      const prepared = beginCall(call, this.#options.limits, { raw, common, caller, pays: !call.isOrder });
      // Later requests may begin as soon as this one is submitted.
      const turn = new Turn();
      const running = this.#finish(asked, prepared.handle(caller, turn));
      return running && turn.until(running);
    } catch (error) {
      this.#fail(asked, error);
      return null;
    }
  }

  /** Answers with a result that is there or comes. Returns a promise if the request has one. */
  #finish(asked: Asked, result: unknown): Promise<void> | null {
    const answered = settle<unknown, void>(
      () => result,
      (value) => this.#succeed(asked, value),
      (error) => this.#fail(asked, error),
    );
    return answered instanceof Promise ? answered : null;
  }

  #succeed(asked: Asked, result: unknown): void {
    const { connection } = asked.socket;
    connection.pending -= 1;
    connection.send(successAnswer(asked.id, result, this.#rateLimits(asked)));
    asked.span?.end();
  }

  #fail(asked: Asked, error: unknown): void {
    const { connection } = asked.socket;
    connection.pending -= 1;
    const known = apiErrorOf(error);
    if (known === internalError) this.#options.onError(asked.method, error);
    this.#options.sockets.charge(connection, points.refusedApiCall(known.status, known.code));
    connection.send(errorAnswer(asked.id, known, this.#rateLimits(asked)));
    asked.span?.note({ 'fft.code': known.code });
    asked.span?.end(known === internalError ? 'failed' : undefined);
  }

  #rateLimits({ socket, params, customer, isOrder }: Asked): string {
    const { returnRateLimits = socket.returnsRateLimits } = params;
    if (returnRateLimits === false || returnRateLimits === 'false') return '';
    return this.#options.limits.shown({ customer, ip: socket.connection.ip }, isOrder);
  }

  async #checkKeys(): Promise<void> {
    for (const [connection, { sessionIds }] of this.#sockets) {
      for (const sessionId of sessionIds) {
        const isKnown = await this.#isCurrent(keyOfSession(sessionId) ?? '', connection.ip);
        if (!isKnown) connection.close(keyEnded, 'the API key has ended');
      }
    }
  }

  async #isCurrent(key: string, ip: string): Promise<boolean> {
    try {
      return (await this.#options.keys.current(key, ip)) !== null;
    } catch {
      // A database failure ends no session.
      return true;
    }
  }
}

/** The answer to a successful request. `rateLimits` is JSON, or empty to leave it out. */
function successAnswer(id: ApiId, result: unknown, rateLimits: string): string {
  return `{"id":${JSON.stringify(id)},"status":200,"result":${JSON.stringify(result)}${behind(rateLimits)}}`;
}

function errorAnswer(id: ApiId, { status, code, message, data }: ApiError, rateLimits: string): string {
  const error = JSON.stringify({ code, msg: message, ...(data && { data }) });
  return `{"id":${JSON.stringify(id)},"status":${status},"error":${error}${behind(rateLimits)}}`;
}

function behind(rateLimits: string): string {
  return rateLimits === '' ? '' : `,"rateLimits":${rateLimits}`;
}
