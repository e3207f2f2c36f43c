import { randomUUID } from 'node:crypto';
import { Code, streamCallRequest, streamCalls, type StreamCallName } from '@fft/contract';
import { safeParse } from 'zod/mini';
import type { Carrier } from '../http/carry-out.ts';
import type { Customer } from '../http/context.ts';
import { envelopeBody } from '../http/envelope.ts';
import { messages } from '../http/messages.ts';

/** What sockets may ask for beside streams. */
export interface OrderEntryOptions {
  readonly calls: Readonly<Record<StreamCallName, Carrier>>;
  /** Cancels a customer's open orders. */
  readonly cancelAll: (customer: number) => Promise<unknown>;
  readonly now: () => number;
}

/** The socket that asks. */
export interface Caller {
  readonly customer: Customer | null;
  readonly ip: string;
  readonly userAgent: string;
  /** Its calls that aren't answered yet. */
  pending: number;
  /** Resolves once the last of them has its place among all commands. */
  lastCall: Promise<void>;
  send(text: string): void;
}

/** Calls of one socket that may be on their way; the next one is refused at once. */
const pendingMax = 1_000;

/** Whether a request is meant for the order entry. */
export function isStreamCall(op: unknown): op is StreamCallName {
  return typeof op === 'string' && Object.hasOwn(streamCalls, op);
}

/** Takes orders and cancellations by socket: carried out in the order they came in, any number at once, each answered by its id when it is done. */
export class OrderEntry {
  readonly #options: OrderEntryOptions;

  constructor(options: OrderEntryOptions) {
    this.#options = options;
  }

  /** False where the message isn't of a call's form. */
  take(message: unknown, caller: Caller): boolean {
    const parsed = safeParse(streamCallRequest, message);
    if (!parsed.success) return false;
    const { op, id, params: fields, lang = 'en' } = parsed.data;
    const answer = (envelope: string): void => caller.send(this.#answerText(op, id, envelope));
    if (caller.pending >= pendingMax) {
      answer(envelopeBody(Code.unavailable, messages.busy[lang], { outcomeUnknown: false }));
      return true;
    }
    caller.pending += 1;
    const { ip, userAgent } = caller;
    const asked = { fields, lang, customer: () => caller.customer, ip, userAgent, traceId: randomUUID() };
    // A cancellation never overtakes the order that was sent before it.
    caller.lastCall = caller.lastCall.then(
      () =>
        new Promise((submitted) => {
          void this.#options.calls[op]({ ...asked, submitted }).then(({ body }) => {
            submitted();
            caller.pending -= 1;
            answer(body);
          });
        }),
    );
    return true;
  }

  cancelAll(customer: number): Promise<unknown> {
    return this.#options.cancelAll(customer);
  }

  /** The envelope's text, with what the socket adds. */
  #answerText(op: string, id: number | undefined, envelope: string): string {
    const named = id === undefined ? '' : `"id":${id},`;
    return `{"op":"${op}",${named}${envelope.slice(1, -1)},"time":${this.#options.now()}}`;
  }
}
