import { randomUUID } from 'node:crypto';
import { Code, type Auth, type Call, type CallOutput, type CallParameters, type Lang } from '@fft/contract';
import type { Logger } from 'pino';
import { safeParse, type ZodMiniType } from 'zod/mini';
import type { Context, Customer } from './context.ts';
import { envelopeBody, successBody, type RawFields } from './envelope.ts';
import { fieldErrorsOf, fieldRefusalBody } from './field-refusal.ts';
import { messages, say } from '../../refusals/messages.ts';
import { FieldRefusal, Refusal } from '../../refusals/refusal.ts';
import { storageFailureOf } from './storage-failure.ts';
import type { InTurn } from '../../platform/semaphore.ts';

export type Handler<C extends Call> = (
  input: CallParameters<C>,
  context: Context<C['auth']>,
) => CallOutput<C> | Promise<CallOutput<C>>;

/**
 * A handler beside the ordinary one for what is asked most, which makes no promise and goes through no schema. It takes what it can see to be sound, and
 * calls `end` once with what gives (or refuses) the output; where it gives back false, nothing has happened and the ordinary one is asked.
 */
export type FastHandler<C extends Call> = (
  fields: RawFields,
  customer: Customer,
  end: (finish: () => CallOutput<C> | Promise<CallOutput<C>>) => void,
) => boolean;

/** A call as somebody asks for it, by whatever way it came. */
export interface CallRequest extends Omit<Context, 'customer'> {
  readonly fields: RawFields;
  /** Who asks; null for nobody who is known. */
  readonly customer: () => Customer | null | Promise<Customer | null>;
  /** Lets a heavy call wait until few others of its caller run; without it a call runs at once. */
  readonly inTurn?: InTurn;
}

/** A call of a customer who is known already. */
export interface FastRequest {
  readonly fields: RawFields;
  readonly lang: Lang;
  readonly customer: Customer;
  /** Made where it is needed, unless it is there. */
  readonly traceId?: string;
}

export interface CallAnswer {
  readonly code: number;
  /** The envelope's text. */
  readonly body: string;
}

/** Where executors write their log lines, and report each answer. */
export interface ExecutorOptions {
  readonly log: Logger;
  /** Called with each answered call's path, business code and duration. */
  readonly onAnswer?: (path: string, code: number, ms: number) => void;
}

/** A call of the contract with its handler. */
export interface CallExecutor {
  execute(asked: CallRequest): Promise<CallAnswer>;
  /** Carries it out by the handler that waits for nothing. False where it has to go the ordinary way; nothing has happened then. */
  executeFast(asked: FastRequest, answer: (answered: CallAnswer) => void): boolean;
}

/**
 * Binds a call to its handler: checks who asks and the fields, and answers in the envelope.
 * A thrown `Refusal` or `FieldRefusal` is a business answer; anything else is logged and answered with code 500 and a traceId.
 */
export function executorOf<Input extends ZodMiniType, Output extends ZodMiniType, A extends Auth>(
  api: ExecutorOptions,
  call: Call<Input, Output, A>,
  handler: Handler<Call<Input, Output, A>>,
  handlerAtOnce: FastHandler<Call<Input, Output, A>> = () => false,
): CallExecutor {
  return {
    execute: async (asked) => {
      const begun = performance.now();
      const { inTurn = atOnce, ...own } = asked;
      const answered = await inTurn(() => executeCall(own)).catch((error: unknown) =>
        failure(error, { api, asked, path: call.path }),
      );
      api.onAnswer?.(call.path, answered.code, performance.now() - begun);
      return answered;
    },
    executeFast: (asked, answer) => {
      const begun = performance.now();
      const give = (answered: CallAnswer): void => {
        api.onAnswer?.(call.path, answered.code, performance.now() - begun);
        answer(answered);
      };
      const succeed = (output: unknown): CallAnswer => success(asked.lang, output);
      const refuse = (error: unknown): CallAnswer => failure(error, { api, asked, path: call.path });
      return handlerAtOnce(asked.fields, asked.customer, (finish) => {
        let answered: CallAnswer | Promise<CallAnswer>;
        try {
          const output = finish();
          answered = output instanceof Promise ? output.then(succeed, refuse) : succeed(output);
        } catch (error) {
          answered = refuse(error);
        }
        if (answered instanceof Promise) void answered.then(give);
        else give(answered);
      });
    },
  };

  async function executeCall({ fields, customer: find, ...rest }: Omit<CallRequest, 'inTurn'>): Promise<CallAnswer> {
    const customer = call.auth === 'none' ? null : await find();
    if (call.auth === 'required' && customer === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
    const parsed = safeParse(call.input, fields);
    if (!parsed.success) {
      return { code: Code.badRequest, body: fieldRefusalBody(fieldErrorsOf(parsed.error.issues), rest.lang) };
    }
    // What `auth` says was checked above.
    const context = { ...rest, customer } as Context<A>;
    return success(rest.lang, await handler(parsed.data, context));
  }
}

const atOnce: InTurn = (work) => work();

function success(lang: Lang, output: unknown): CallAnswer {
  return { code: Code.ok, body: successBody(lang, output) };
}

interface Failed {
  readonly api: Pick<ExecutorOptions, 'log'>;
  readonly asked: { readonly lang: Lang; readonly traceId?: string };
  readonly path: string;
}

/** `instanceof` alone leaves open which message it is. */
function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

function failure(error: unknown, { api, asked: { lang, traceId = randomUUID() }, path }: Failed): CallAnswer {
  if (isRefusal(error)) {
    const { code, key, values, data } = error;
    return { code, body: envelopeBody(code, say(messages[key], lang, values), data) };
  }
  if (error instanceof FieldRefusal) return { code: Code.badRequest, body: fieldRefusalBody(error.fields, lang) };
  const storage = storageFailureOf(error);
  if (storage !== null) {
    api.log.warn({ err: error, traceId, call: path }, 'the database could not serve a call');
    return { code: Code.unavailable, body: envelopeBody(Code.unavailable, messages.busy[lang], storage) };
  }
  // The query may hold what a log must not.
  api.log.error({ err: error, traceId, call: path }, 'a call failed');
  return {
    code: Code.internal,
    body: envelopeBody(Code.internal, say(messages.internal, lang, { traceId }), { traceId }),
  };
}
