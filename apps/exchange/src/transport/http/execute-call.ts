import { randomUUID } from 'node:crypto';
import {
  Code,
  keyRightOf,
  type Auth,
  type Call,
  type CallOutput,
  type CallParameters,
  type Lang,
  type NeededRight,
} from '@fft/contract';
import type { Logger } from 'pino';
import type { ZodMiniType } from 'zod/mini';
import type { Context, Customer } from './context.ts';
import { envelopeBody, successBody, type RawFields } from './envelope.ts';
import { fieldRefusalBody } from './field-refusal.ts';
import { refusalAnswer } from './refusal-answer.ts';
import { texts } from './texts.ts';
import { hasUnknownFields, readFields } from './read-fields.ts';
import { say } from '../../refusals/say.ts';
import { FieldRefusal, Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { storageFailureOf } from './storage-failure.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';

export type Handler<C extends Call> = (
  input: CallParameters<C>,
  context: Context<C['auth']>,
) => CallOutput<C> | Promise<CallOutput<C>>;

/**
 * A synchronous handler for the most frequent calls; it uses no promise and no schema. It validates the fields itself and
 * calls `end` once with a function that returns the output or throws the refusal. If it returns false, nothing has happened and the ordinary handler runs.
 */
export type FastHandler<C extends Call> = (
  fields: RawFields,
  customer: Customer,
  end: (finish: () => CallOutput<C> | Promise<CallOutput<C>>) => void,
) => boolean;

/** A request for a call, independent of the transport it came over. */
export interface CallRequest extends Omit<Context, 'customer'> {
  readonly fields: RawFields;
  /** The caller; null if not signed in. */
  readonly customer: () => Customer | null | Promise<Customer | null>;
  /** The mark of the session that the form was filled in for; unchecked without it. */
  readonly typedFor?: string | undefined;
  /** Limits how many heavy calls of one caller run at a time; without it a call runs immediately. */
  readonly inTurn?: InTurn;
}

/** A call of a customer who is already authenticated. */
export interface FastRequest {
  readonly fields: RawFields;
  readonly lang: Lang;
  readonly customer: Customer;
  readonly typedFor?: string | undefined;
  /** Generated on demand if absent. */
  readonly traceId?: string;
}

export interface CallAnswer {
  readonly code: number;
  /** The envelope as JSON. */
  readonly body: string;
}

/** Log and metrics for executors. */
export interface ExecutorOptions {
  readonly log: Logger;
  /** Called with each answered call's path, business code and duration. */
  readonly onAnswer?: (path: string, code: number, ms: number) => void;
  readonly tracing?: Tracing | null;
}

/** A call of the contract bound to its handler. */
export interface CallExecutor {
  execute(request: CallRequest): Promise<CallAnswer>;
  /** Runs the synchronous handler. Returns false if the request must take the ordinary way; nothing has happened then. */
  executeFast(request: FastRequest, answer: (result: CallAnswer) => void): boolean;
}

/**
 * Binds a call to its handler: authenticates the caller, validates the fields, and wraps the output in the envelope.
 * A thrown `Refusal` or `FieldRefusal` is a business answer; anything else is logged and answered with code 500 and a traceId.
 */
export function executorOf<Input extends ZodMiniType, Output extends ZodMiniType, A extends Auth>(
  api: ExecutorOptions,
  call: Call<Input, Output, A>,
  handler: Handler<Call<Input, Output, A>>,
  fastHandler: FastHandler<Call<Input, Output, A>> = () => false,
): CallExecutor {
  const right = keyRightOf(call);
  const { tracing = null } = api;
  return {
    execute: async (request) => {
      const begun = performance.now();
      const { inTurn = immediately, ...own } = request;
      const result = await inTurn(() => executeCall(own)).catch((error: unknown) =>
        failure(error, { api, request, path: call.path }),
      );
      api.onAnswer?.(call.path, result.code, performance.now() - begun);
      if (tracing !== null) tracing.current()?.note({ 'fft.code': result.code });
      return result;
    },
    executeFast: (request, answer) => {
      if (!mayCall(request.customer, right) || !isOwn(request.customer, request.typedFor)) return false;
      if (hasUnknownFields(call, request.fields)) return false;
      const begun = performance.now();
      const deliver = (result: CallAnswer): void => {
        api.onAnswer?.(call.path, result.code, performance.now() - begun);
        if (tracing !== null) tracing.current()?.note({ 'fft.code': result.code });
        answer(result);
      };
      const succeed = (output: unknown): CallAnswer => success(request.lang, output);
      const refuse = (error: unknown): CallAnswer => failure(error, { api, request, path: call.path });
      return fastHandler(request.fields, request.customer, (finish) => {
        let result: CallAnswer | Promise<CallAnswer>;
        try {
          const output = finish();
          result = output instanceof Promise ? output.then(succeed, refuse) : succeed(output);
        } catch (error) {
          result = refuse(error);
        }
        if (result instanceof Promise) void result.then(deliver);
        else deliver(result);
      });
    },
  };

  async function executeCall(request: Omit<CallRequest, 'inTurn'>): Promise<CallAnswer> {
    const { fields, customer: find, typedFor, ...rest } = request;
    const customer = call.auth === 'none' ? null : await find();
    if (call.auth === 'required' && customer === null) throw refuse('sessionInvalid');
    if (customer !== null && !mayCall(customer, right)) throw rightMissing(right);
    if (customer !== null && !isOwn(customer, typedFor)) throw refuse('otherSession');
    const input = readFields<Call<Input, Output, A>>(call, fields);
    // `call.auth` was enforced above.
    const context = { ...rest, customer } as Context<A>;
    return success(rest.lang, await handler(input, context));
  }
}

/** True unless an API key without the right is calling. */
function mayCall({ key }: Customer, right: NeededRight): boolean {
  if (key === undefined || right === 'none') return true;
  return right !== 'never' && key.rights.includes(right);
}

/** False if the form was filled in for another session. API keys have no session. */
function isOwn({ key, mark }: Customer, typedFor: string | undefined): boolean {
  return typedFor === undefined || key !== undefined || typedFor === mark;
}

function rightMissing(right: NeededRight): Refusal {
  const data = { right };
  return right === 'never'
    ? refuse('neverByApiKey', { data })
    : refuse('apiKeyRightMissing', { values: { right }, data });
}

/** Runs a work once the caller has few others running. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const immediately: InTurn = (work) => work();

function success(lang: Lang, output: unknown): CallAnswer {
  return { code: Code.ok, body: successBody(lang, output) };
}

interface FailureContext {
  readonly api: Pick<ExecutorOptions, 'log'>;
  readonly request: { readonly lang: Lang; readonly traceId?: string };
  readonly path: string;
}

function failure(error: unknown, { api, request: { lang, traceId = randomUUID() }, path }: FailureContext): CallAnswer {
  if (error instanceof Refusal) return refusalAnswer(error, lang);
  if (error instanceof FieldRefusal) return { code: Code.badRequest, body: fieldRefusalBody(error.fields, lang) };
  const storage = storageFailureOf(error);
  if (storage !== null) {
    api.log.warn({ err: error, traceId, call: path }, 'call.storageUnavailable');
    return { code: Code.unavailable, body: envelopeBody(Code.unavailable, texts.busy[lang], storage) };
  }
  // The serializer of errors drops the query, which may hold personal data.
  api.log.error({ err: error, traceId, call: path }, 'call.failed');
  return {
    code: Code.internal,
    body: envelopeBody(Code.internal, say(texts.internal, lang, { traceId }), { traceId }),
  };
}
