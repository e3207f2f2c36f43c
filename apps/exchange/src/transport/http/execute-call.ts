import {
  Code,
  keyRightOf,
  type Auth,
  type Call,
  type CallOutput,
  type CallParameters,
  type Lang,
  type NeededRight,
  type SessionEnd,
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
import { after, settle, type Soon } from '../../platform/later.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';

/** Answers a call: at once, by a {@link Later}, or by a promise. It throws what the caller is refused with. */
export type Handler<C extends Call> = (input: CallParameters<C>, context: Context<C['auth']>) => Soon<CallOutput<C>>;

/** Reads fields of the plainest form without the call's schema, as the schema would; null for all others, which the schema judges. */
export type PlainReader<C extends Call> = (fields: RawFields) => CallParameters<C> | null;

/** A request for a call, independent of the transport it came over. */
export interface CallRequest extends Omit<Context, 'customer'> {
  readonly fields: RawFields;
  /** The caller; null if not signed in. */
  readonly customer: () => Customer | null | Promise<Customer | null>;
  /** Asked for a caller who isn't signed in but was. */
  readonly whyEnded?: (() => Promise<SessionEnd | null>) | undefined;
  /** The mark of the session that the form was filled in for; unchecked without it. */
  readonly typedFor?: string | undefined;
  /** Limits how many heavy calls of one caller run at a time; without it a call runs immediately. */
  readonly inTurn?: InTurn | undefined;
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
  /** Never throws or rejects: a failure is an answer. */
  execute(request: CallRequest): Soon<CallAnswer>;
}

/**
 * Binds a call to its handler: authenticates the caller, validates the fields, and wraps the output in the envelope.
 * A thrown `Refusal` or `FieldRefusal` is a business answer; anything else is logged and answered with code 500 and a traceId.
 */
export function executorOf<Input extends ZodMiniType, Output extends ZodMiniType, A extends Auth>(
  api: ExecutorOptions,
  call: Call<Input, Output, A>,
  handler: Handler<Call<Input, Output, A>>,
  readPlain: PlainReader<Call<Input, Output, A>> = () => null,
): CallExecutor {
  const right = keyRightOf(call);
  const { tracing = null } = api;

  function execute(request: CallRequest): Soon<CallAnswer> {
    const begun = performance.now();
    const { inTurn } = request;
    return settle<CallOutput<Call<Input, Output, A>>, CallAnswer>(
      () => (inTurn === undefined ? run(request) : inTurn(async () => run(request))),
      (output) => answered(begun, success(request.lang, output)),
      (error) => answered(begun, failure(error, { api, request, path: call.path })),
    );
  }

  function answered(begun: number, result: CallAnswer): CallAnswer {
    api.onAnswer?.(call.path, result.code, performance.now() - begun);
    if (tracing !== null) tracing.current()?.note({ 'fft.code': result.code });
    return result;
  }

  function run(request: CallRequest): Soon<CallOutput<Call<Input, Output, A>>> {
    return after(call.auth === 'none' ? null : request.customer(), (customer) => {
      if (customer === null && call.auth === 'required') return refuseStranger(request);
      requireCaller(customer, request.typedFor);
      const { fields, lang, ip, userAgent, cookies, traceId, turn } = request;
      const plain = hasUnknownFields(call, fields) ? null : readPlain(fields);
      const input = plain ?? readFields<Call<Input, Output, A>>(call, fields);
      // `call.auth` was enforced above.
      const context = { lang, customer, ip, userAgent, cookies, traceId, turn } as Context<A>;
      return handler(input, context);
    });
  }

  function requireCaller(customer: Customer | null, typedFor: string | undefined): void {
    if (customer === null) return;
    if (!mayCall(customer, right)) throw rightMissing(right);
    if (!isOwn(customer, typedFor)) throw refuse('otherSession');
  }

  return { execute };
}

function refuseStranger({ whyEnded }: CallRequest): Promise<never> {
  if (whyEnded === undefined) throw refuse('sessionInvalid');
  return whyEnded().then((ended) => {
    throw sessionRefusal(ended);
  });
}

/** Says why the caller's session ended, so that the log-in page can tell it. */
export function sessionRefusal(ended: SessionEnd | null): Refusal {
  return refuse('sessionInvalid', ended === null ? {} : { data: { ended } });
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

function success(lang: Lang, output: unknown): CallAnswer {
  return { code: Code.ok, body: successBody(lang, output) };
}

interface FailureContext {
  readonly api: Pick<ExecutorOptions, 'log'>;
  readonly request: { readonly lang: Lang; readonly traceId: string };
  readonly path: string;
}

function failure(error: unknown, { api, request: { lang, traceId }, path }: FailureContext): CallAnswer {
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
