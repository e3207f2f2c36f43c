import { Code, type Auth, type Call, type CallOutput, type CallParameters, type Lang } from '@fft/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { safeParse, type ZodMiniType } from 'zod/mini';
import type { Authenticator, Context, Customer } from './context.ts';
import { envelopeBody, fieldsOf, jsonType, langOf, sendTransport, successBody, type RawFields } from './envelope.ts';
import { fieldRefusalBody, fieldErrorsOf } from './field-refusal.ts';
import { messages, say } from './messages.ts';
import { FieldRefusal, Refusal } from './refusal.ts';

/** Where calls are bound: the server, and what each call needs. */
export interface Api {
  readonly server: FastifyInstance;
  readonly sessions: Authenticator;
  readonly log: Logger;
  /** False while starting and stopping: every call answers 503. */
  isReady(): boolean;
  /** Told of every call that was answered: its path, its business code, and how long it took. */
  readonly onAnswer?: (path: string, code: number, ms: number) => void;
}

export type Handler<C extends Call> = (
  input: CallParameters<C>,
  context: Context<C['auth']>,
) => CallOutput<C> | Promise<CallOutput<C>>;

/**
 * Binds a call of the contract to its handler: reads the session and the fields, and answers in the envelope.
 * A thrown `Refusal` or `FieldRefusal` is a business answer (HTTP 200); anything else is logged and answered with code 500 and a traceId.
 */
export function route<Input extends ZodMiniType, Output extends ZodMiniType, A extends Auth>(
  api: Api,
  call: Call<Input, Output, A>,
  handler: Handler<Call<Input, Output, A>>,
): void {
  const customerFor = customerReader(call.auth, api.sessions);
  // The hook sets it for what lies under /api.
  const isElsewhere = !call.path.startsWith('/api/');

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!api.isReady()) return sendTransport(request, reply, { status: 503, key: 'notReady' });
    reply.header('content-type', jsonType);
    if (isElsewhere) reply.header('cache-control', 'no-store');
    const fields = call.method === 'GET' ? fieldsOf(request.query) : postFields(request);
    const lang = langOf(fields);
    const begun = performance.now();
    const done = (code: number): void => api.onAnswer?.(call.path, code, performance.now() - begun);
    try {
      const customer = await customerFor(request);
      const parsed = safeParse(call.input, fields);
      if (!parsed.success) {
        done(Code.badRequest);
        return fieldRefusalBody(fieldErrorsOf(parsed.error.issues), lang);
      }
      const context = {
        lang,
        customer,
        ip: request.ip,
        userAgent: headerOf(request, 'user-agent'),
        traceId: request.id,
      };
      const output = await handler(parsed.data, context);
      done(Code.ok);
      return successBody(lang, output);
    } catch (error) {
      done(codeOf(error));
      return failureBody(error, { api, lang, request, reply });
    }
  }

  api.server.route({ method: call.method, url: call.path, handler: answer });
}

function headerOf(request: FastifyRequest, name: 'access-token' | 'user-agent'): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Body fields over query fields: a few calls carry both (`setpass.html?type=login`). */
function postFields(request: FastifyRequest): RawFields {
  const body = fieldsOf(request.body);
  return request.url.includes('?') ? { ...fieldsOf(request.query), ...body } : body;
}

type CustomerReader<A extends Auth> = (
  request: FastifyRequest,
) => Context<A>['customer'] | Promise<Context<A>['customer']>;

function customerReader<A extends Auth>(auth: A, sessions: Authenticator): CustomerReader<A> {
  const find = (request: FastifyRequest): Customer | null | Promise<Customer | null> => {
    const token = headerOf(request, 'access-token');
    return token === '' ? null : sessions.authenticate(token);
  };
  const readers: { readonly [Kind in Auth]: CustomerReader<Kind> } = {
    none: () => null,
    optional: find,
    required: async (request) => {
      const customer = await find(request);
      if (customer === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
      return customer;
    },
  };
  return readers[auth];
}

interface Failure {
  readonly api: Api;
  readonly lang: Lang;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** `instanceof` alone leaves open which message it is. */
function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

function codeOf(error: unknown): number {
  if (isRefusal(error)) return error.code;
  return error instanceof FieldRefusal ? Code.badRequest : Code.internal;
}

function failureBody(error: unknown, { api, lang, request, reply }: Failure): string {
  if (isRefusal(error)) {
    const { code, key, values, data } = error;
    return envelopeBody(code, say(messages[key], lang, values), data);
  }
  if (error instanceof FieldRefusal) return fieldRefusalBody(error.fields, lang);
  const traceId = request.id;
  // The query may hold what a log must not.
  api.log.error({ err: error, traceId, call: request.routeOptions.url }, 'a call failed');
  reply.code(500);
  return envelopeBody(Code.internal, say(messages.internal, lang, { traceId }), { traceId });
}
