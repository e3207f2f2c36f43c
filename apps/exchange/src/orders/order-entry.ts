import { randomUUID } from 'node:crypto';
import { Code, maxOrdersPerMessage, streamCalls, type Lang, type StreamCallName } from '@fft/contract';
import type { CallAnswer, CallExecutor } from '../transport/http/execute-call.ts';
import { hasEnded, type Customer } from '../transport/http/context.ts';
import { envelopeBody, okStart, type RawFields } from '../transport/http/envelope.ts';
import { texts } from '../transport/http/texts.ts';
import { Later } from '../platform/later.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { type SerialQueue, Turn } from '../transport/websocket/serial-queue.ts';

/** Calls that sockets may make beside streams. */
export interface OrderEntryOptions {
  readonly calls: Readonly<Record<StreamCallName, CallExecutor>>;
  /** Cancels a customer's open orders. */
  readonly cancelAll: (customer: number) => Promise<unknown>;
  readonly now: () => number;
  readonly tracing?: Tracing | null;
}

/** The calling socket. */
export interface Caller {
  readonly customer: Customer | null;
  /** True once it is closed: calls still waiting for their turn are dropped. */
  readonly isOver: boolean;
  readonly ip: string;
  readonly userAgent: string;
  /** Number of its unanswered calls. */
  pending: number;
  readonly turns: SerialQueue;
  /** Receives the code of each refused call. */
  readonly onRefusedCall: (code: number) => void;
  send(text: string): void;
}

/** Maximum number of unanswered calls per socket; the next one is refused immediately. */
const maxPending = 1_000;

const processId = randomUUID();
let traced = 0;

/** A random number for each call would cost as much as matching an order. */
function nextTraceId(): string {
  traced += 1;
  return `${processId}-${traced}`;
}

/** A request with a valid form. */
interface Request {
  readonly op: string;
  readonly id: number | undefined;
  readonly lang: Lang;
  readonly typedFor: string | undefined;
}

/** One call, and the receiver of its envelope. */
interface Asked {
  readonly name: StreamCallName;
  readonly fields: RawFields;
  readonly lang: Lang;
  readonly typedFor: string | undefined;
  readonly answer: (envelope: string) => void;
}

/** A call that waits for earlier ones. */
interface InTurn extends Omit<Asked, 'answer'> {
  readonly answer: (answered: CallAnswer) => void;
}

/**
 * Executes orders and cancellations from sockets in order of arrival, with any number in flight, and answers each by its id when it is done. A message may hold many
 * orders; it is answered with the last of them.
 */
export class OrderEntry {
  readonly #options: OrderEntryOptions;

  constructor(options: OrderEntryOptions) {
    this.#options = options;
  }

  /** Returns false if the message does not have a call's form. */
  take(message: unknown, caller: Caller): boolean {
    if (!isFields(message)) return false;
    const { op, id, params, lang = 'en', sessionMark: typedFor } = message;
    if (typedFor !== undefined && typeof typedFor !== 'string') return false;
    if (typeof op !== 'string' || !isNumberOrAbsent(id) || !isFields(params) || (lang !== 'en' && lang !== 'zh'))
      return false;
    const request: Request = { op, id, lang, typedFor };
    const answer = (envelope: string): void => this.#answer(caller, request, envelope);
    if (isStreamCall(op)) this.#call({ name: op, fields: params, lang, typedFor, answer }, caller);
    else if (op === 'createMany' && areOrders(params['orders'])) this.#createMany(request, params['orders'], caller);
    else return false;
    return true;
  }

  cancelAll(customer: number): Promise<unknown> {
    return this.#options.cancelAll(customer);
  }

  #createMany(request: Request, orders: readonly RawFields[], caller: Caller): void {
    const { lang, typedFor } = request;
    const [first] = orders;
    // Orders without a log-in are refused as one: refusing each would cost more than sending them.
    if (first && this.#customerOf(caller) === null && caller.turns.isFree) {
      const answer = (envelope: string): void => this.#answer(caller, request, envelope);
      return this.#call({ name: 'create', fields: first, lang, typedFor, answer }, caller);
    }
    const envelopes: string[] = [];
    let left = orders.length;
    for (const [index, fields] of orders.entries()) {
      const answer = (envelope: string): void => {
        envelopes[index] = envelope;
        left -= 1;
        if (left === 0) this.#answer(caller, request, `${okStart[lang]}[${envelopes.join()}]}`);
      };
      this.#call({ name: 'create', fields, lang, typedFor, answer }, caller);
    }
  }

  #call(asked: Asked, caller: Caller): void {
    const { name, fields, lang, typedFor } = asked;
    if (caller.pending >= maxPending) {
      caller.onRefusedCall(Code.unavailable);
      return asked.answer(envelopeBody(Code.unavailable, texts.busy[lang], { outcomeUnknown: false }));
    }
    caller.pending += 1;
    const answer = ({ code, body }: CallAnswer): void => {
      caller.pending -= 1;
      if (code !== Code.ok) caller.onRefusedCall(code);
      asked.answer(body);
    };
    const { tracing = null } = this.#options;
    if (tracing === null) return this.#start({ name, fields, lang, typedFor, answer }, caller);
    const span = tracing.begin(`socket ${name}`, { 'fft.door': 'socket' });
    const traced = (answered: CallAnswer): void => {
      span.note({ 'fft.code': answered.code });
      answer(answered);
      span.end();
    };
    tracing.run(span, () => this.#start({ name, fields, lang, typedFor, answer: traced }, caller));
  }

  /** A cancellation never overtakes the order that was sent before it. */
  #start(asked: InTurn, caller: Caller): void {
    if (!caller.turns.isFree) return caller.turns.take(async () => this.#run(asked, caller));
    const running = this.#run(asked, caller);
    if (running !== null) caller.turns.take(() => running);
  }

  /** Returns a promise if later calls must wait until this one is submitted. */
  #run({ name, fields, lang, typedFor, answer }: InTurn, caller: Caller): Promise<void> | null {
    const turn = new Turn();
    const answered = this.#options.calls[name].execute({
      fields,
      lang,
      typedFor,
      customer: () => (caller.isOver ? null : this.#customerOf(caller)),
      ip: caller.ip,
      userAgent: caller.userAgent,
      traceId: nextTraceId(),
      turn,
    });
    if (answered instanceof Promise) return turn.until(answered.then(answer));
    if (answered instanceof Later) answered.receive(answer, rethrow);
    else answer(answered);
    return null;
  }

  /** Null once the session or the key has ended: the socket closes a moment later, and places nothing until then. */
  #customerOf({ customer }: Caller): Customer | null {
    return customer === null || hasEnded(customer, this.#options.now()) ? null : customer;
  }

  /** Sends the envelope's text with the socket's own fields. */
  #answer(caller: Caller, { op, id }: Request, envelope: string): void {
    const named = id === undefined ? '' : `"id":${id},`;
    caller.send(`{"op":"${op}",${named}${envelope.slice(1, -1)},"time":${this.#options.now()}}`);
  }
}

/** A call answers its failure, and never fails. */
function rethrow(error: unknown): never {
  throw error;
}

function isStreamCall(op: string): op is StreamCallName {
  return Object.hasOwn(streamCalls, op);
}

function isFields(value: unknown): value is RawFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumberOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value));
}

function areOrders(value: unknown): value is readonly RawFields[] {
  return Array.isArray(value) && value.length > 0 && value.length <= maxOrdersPerMessage && value.every(isFields);
}
