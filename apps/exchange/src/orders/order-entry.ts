import { randomUUID } from 'node:crypto';
import { Code, maxOrdersPerMessage, streamCalls, type Lang, type StreamCallName } from '@fft/contract';
import type { CallAnswer, CallExecutor } from '../transport/http/execute-call.ts';
import type { Customer } from '../transport/http/context.ts';
import { envelopeBody, okStart, type RawFields } from '../transport/http/envelope.ts';
import { messages } from '../refusals/messages.ts';
import type { SerialQueue } from '../transport/websocket/serial-queue.ts';

/** What sockets may ask for beside streams. */
export interface OrderEntryOptions {
  readonly calls: Readonly<Record<StreamCallName, CallExecutor>>;
  /** Cancels a customer's open orders. */
  readonly cancelAll: (customer: number) => Promise<unknown>;
  readonly now: () => number;
}

/** The socket that asks. */
export interface Caller {
  readonly customer: Customer | null;
  /** It is gone: what waits for its turn isn't begun any more. */
  readonly isOver: boolean;
  readonly ip: string;
  readonly userAgent: string;
  /** Its calls that aren't answered yet. */
  pending: number;
  readonly turns: SerialQueue;
  /** Hears of each call that was refused, by its code. */
  readonly onRefusedCall: (code: number) => void;
  send(text: string): void;
}

/** Calls of one socket that may be on their way; the next one is refused at once. */
const pendingMax = 1_000;

/** A request whose form was looked at. */
interface Request {
  readonly op: string;
  readonly id: number | undefined;
  readonly lang: Lang;
}

/** One call, and who hears its envelope. */
interface Asked {
  readonly name: StreamCallName;
  readonly fields: RawFields;
  readonly lang: Lang;
  readonly answer: (envelope: string) => void;
}

/** A call that waits for those before it. */
interface InTurn extends Omit<Asked, 'answer'> {
  readonly answer: (answered: CallAnswer) => void;
}

/**
 * Takes orders and cancellations by socket: carried out in the order they came in, any number at once, each answered by its id when it is done. A message
 * may hold many orders, and is answered when the last of them is.
 */
export class OrderEntry {
  readonly #options: OrderEntryOptions;

  constructor(options: OrderEntryOptions) {
    this.#options = options;
  }

  /** False where the message isn't of a call's form. */
  take(message: unknown, caller: Caller): boolean {
    if (!isFields(message)) return false;
    const { op, id, params, lang = 'en' } = message;
    if (typeof op !== 'string' || !isNumberOrAbsent(id) || !isFields(params) || (lang !== 'en' && lang !== 'zh'))
      return false;
    const request: Request = { op, id, lang };
    const answer = (envelope: string): void => this.#answer(caller, request, envelope);
    if (isStreamCall(op)) this.#call({ name: op, fields: params, lang, answer }, caller);
    else if (op === 'createMany' && areOrders(params['orders'])) this.#createMany(request, params['orders'], caller);
    else return false;
    return true;
  }

  cancelAll(customer: number): Promise<unknown> {
    return this.#options.cancelAll(customer);
  }

  #createMany(request: Request, orders: readonly RawFields[], caller: Caller): void {
    const { lang } = request;
    const [first] = orders;
    // Nobody's orders are refused in one, as one: refusing each would cost the server more than sending them costs.
    if (first && caller.customer === null && caller.turns.isFree) {
      const answer = (envelope: string): void => this.#answer(caller, request, envelope);
      return this.#call({ name: 'create', fields: first, lang, answer }, caller);
    }
    const envelopes: string[] = [];
    let left = orders.length;
    for (const [index, fields] of orders.entries()) {
      const answer = (envelope: string): void => {
        envelopes[index] = envelope;
        left -= 1;
        if (left === 0) this.#answer(caller, request, `${okStart[lang]}[${envelopes.join()}]}`);
      };
      this.#call({ name: 'create', fields, lang, answer }, caller);
    }
  }

  #call(asked: Asked, caller: Caller): void {
    const { name, fields, lang } = asked;
    const { customer } = caller;
    if (caller.pending >= pendingMax) {
      caller.onRefusedCall(Code.unavailable);
      return asked.answer(envelopeBody(Code.unavailable, messages.busy[lang], { outcomeUnknown: false }));
    }
    caller.pending += 1;
    const answer = ({ code, body }: CallAnswer): void => {
      caller.pending -= 1;
      if (code !== Code.ok) caller.onRefusedCall(code);
      asked.answer(body);
    };
    const carrier = this.#options.calls[name];
    const isAtOnce =
      customer !== null && caller.turns.isFree && carrier.executeFast({ fields, lang, customer }, answer);
    if (!isAtOnce) this.#callInTurn({ name, fields, lang, answer }, caller);
  }

  /** A cancellation never overtakes the order that was sent before it. */
  #callInTurn({ name, fields, lang, answer }: InTurn, caller: Caller): void {
    const { ip, userAgent } = caller;
    const asked = {
      fields,
      lang,
      customer: () => (caller.isOver ? null : caller.customer),
      ip,
      userAgent,
      traceId: randomUUID(),
    };
    caller.turns.take(
      () =>
        new Promise<void>((submitted) => {
          void this.#options.calls[name].execute({ ...asked, submitted }).then((answered) => {
            submitted();
            answer(answered);
          });
        }),
    );
  }

  /** Sends the envelope's text, with what the socket adds. */
  #answer(caller: Caller, { op, id }: Request, envelope: string): void {
    const named = id === undefined ? '' : `"id":${id},`;
    caller.send(`{"op":"${op}",${named}${envelope.slice(1, -1)},"time":${this.#options.now()}}`);
  }
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
