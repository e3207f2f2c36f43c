import {
  Code,
  order,
  maxOrdersPerMessage,
  sessionMark,
  type CallInput,
  type CallOutput,
  type Envelope,
  type streamCalls,
  type StreamCallName,
} from '@fft/contract';
import { isEnvelope } from './envelope.ts';
import { NetworkError, RefusedError } from './errors.ts';

/** The server's answer to a socket request. */
export interface StreamAnswer {
  readonly op: string;
  readonly id?: number | undefined;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly time: number;
}

interface Pending {
  readonly resolve: (answer: StreamAnswer) => void;
  readonly reject: (error: Error) => void;
}

type Request = Readonly<Record<string, unknown>>;
/** Sends a request and returns its id, which the answer repeats. */
type Send = (request: Request) => number;
type Input<Name extends StreamCallName> = CallInput<(typeof streamCalls)[Name]>;
type Output<Name extends StreamCallName> = CallOutput<(typeof streamCalls)[Name]>;

/** Result of one order of a batch. */
export type OrderOutcome = PromiseSettledResult<Output<'create'>>;

/** Calls over a stream's socket, until they are answered. */
export class StreamCalls {
  #send: Send | null = null;
  readonly #pending = new Map<number, Pending>();
  #waiting: { readonly request: Request; readonly pending: Pending }[] = [];
  #isClosed = false;
  readonly #typedFor: () => string | null;

  /** @param typedFor the token of the session that calls are made for; null without one, or with an API key */
  constructor(typedFor: () => string | null = () => null) {
    this.#typedFor = typedFor;
  }

  async call<Name extends StreamCallName>(name: Name, params: Input<Name>): Promise<Output<Name>> {
    const answer = await this.#ask({ op: name, params });
    return outputOf(name, { ...answer, data: answer.data ?? null });
  }

  async createMany(orders: readonly Input<'create'>[]): Promise<OrderOutcome[]> {
    const messages = Array.from({ length: Math.ceil(orders.length / maxOrdersPerMessage) }, (_, index) =>
      orders.slice(index * maxOrdersPerMessage, (index + 1) * maxOrdersPerMessage),
    );
    return (await Promise.all(messages.map((some) => this.#createSome(some)))).flat();
  }

  /** Sends waiting calls once the socket is authenticated. */
  open(send: Send): void {
    this.#send = send;
    for (const { request, pending } of this.#waiting.splice(0)) this.#pending.set(send(request), pending);
  }

  /** Rejects all pending calls after the socket is lost. */
  lose(): void {
    this.#send = null;
    const unsent = this.#waiting.splice(0).map(({ pending }) => pending);
    const lost = [...this.#pending.values(), ...unsent];
    this.#pending.clear();
    for (const { reject } of lost)
      reject(new NetworkError('unreachable', 'the connection was lost before the answer arrived'));
  }

  /** Rejects pending and future calls. */
  close(): void {
    this.#isClosed = true;
    this.lose();
  }

  /** Resolves the call of an answer; returns false if there is none. */
  take(answer: StreamAnswer): boolean {
    const pending = answer.id === undefined ? undefined : this.#pending.get(answer.id);
    if (answer.id === undefined || pending === undefined) return false;
    this.#pending.delete(answer.id);
    pending.resolve(answer);
    return true;
  }

  async #createSome(orders: readonly Input<'create'>[]): Promise<OrderOutcome[]> {
    try {
      return outcomesOf(await this.#ask({ op: 'createMany', params: { orders } }), orders.length);
    } catch (reason) {
      return orders.map(() => ({ status: 'rejected', reason }));
    }
  }

  #ask(request: Request): Promise<StreamAnswer> {
    if (this.#isClosed) return Promise.reject(new NetworkError('unreachable', 'the stream is closed'));
    // A call may wait for a connection, and another customer may log in meanwhile.
    const token = this.#typedFor();
    const own = token === null ? request : { ...request, sessionMark: sessionMark(token) };
    return new Promise((resolve, reject) => {
      const pending = { resolve, reject };
      if (this.#send) this.#pending.set(this.#send(own), pending);
      else this.#waiting.push({ request: own, pending });
    });
  }
}

/** @throws RefusedError or NetworkError */
function outputOf<Name extends StreamCallName>(name: Name, answer: Envelope<unknown>): Output<Name> {
  if (answer.code !== Code.ok) throw new RefusedError(answer.code, answer.message, answer.data);
  // All stream calls return an order.
  const checked = order().safeParse(answer.data);
  if (checked.success) return checked.data as Output<Name>;
  throw new NetworkError('unreadable', `the answer to ${name} violates the contract`, checked.error);
}

/** @throws RefusedError, or NetworkError unless there is one envelope per order */
function outcomesOf(answer: StreamAnswer, count: number): OrderOutcome[] {
  const { code, message, data } = answer;
  if (code !== Code.ok) throw new RefusedError(code, message, data ?? null);
  if (!Array.isArray(data) || data.length !== count || !data.every(isEnvelope))
    throw new NetworkError('unreadable', 'the answer to createMany violates the contract');
  return data.map((envelope): OrderOutcome => {
    try {
      return { status: 'fulfilled', value: outputOf('create', envelope) };
    } catch (reason) {
      return { status: 'rejected', reason };
    }
  });
}
