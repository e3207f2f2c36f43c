import { Code, callWeight, type Auth, type Call } from '@fft/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import { chargeAddress, chargeCustomer } from './charge.ts';
import {
  executorOf,
  type CallAnswer,
  type CallExecutor,
  type ExecutorOptions,
  type Handler,
  type FastHandler,
} from './execute-call.ts';
import type { Authenticator, Cookies, Customer } from './context.ts';
import { fieldsOf, jsonType, langOf, sendTransport, type RawFields } from './envelope.ts';
import { packed } from './pack.ts';
import { answerHeaders } from './security-headers.ts';
import { heavyFrom, type Weights } from './weights.ts';

export type { Handler } from './execute-call.ts';

/** Where calls are bound: the server, and what each call needs. */
export interface Api extends ExecutorOptions {
  readonly server: FastifyInstance;
  readonly sessions: Authenticator;
  /** Budgets by weight; without them nothing is counted. */
  readonly weights?: Weights | null;
  /** False while starting and stopping: every call answers 503. */
  isReady(): boolean;
}

/**
 * Binds a call of the contract to its handler, over HTTP: takes its weight from the caller's budgets, reads the session and the fields, and answers in the envelope.
 * Business answers are HTTP 200. Gives back what carries the call out, for other ways in.
 */
export function route<Input extends ZodMiniType, Output extends ZodMiniType, A extends Auth>(
  api: Api,
  call: Call<Input, Output, A>,
  handler: Handler<Call<Input, Output, A>>,
  handlerAtOnce?: FastHandler<Call<Input, Output, A>>,
): CallExecutor {
  const carrier = executorOf(api, call, handler, handlerAtOnce);
  const weight = callWeight(call);
  const weights = api.weights ?? null;
  // The hook sets it for what lies under /api.
  const isElsewhere = !call.path.startsWith('/api/');
  const isPublic = call.auth === 'none' && call.method === 'GET';

  function answer(request: FastifyRequest, reply: FastifyReply): unknown {
    if (!api.isReady()) return sendTransport(request, reply, { status: 503, key: 'notReady' });
    const refused = chargeAddress(weights, { request, reply, weight });
    if (refused !== null) return refused;
    const fields = call.method === 'GET' ? fieldsOf(request.query) : postFields(request);
    const token = call.auth === 'none' ? '' : headerOf(request, 'access-token');
    const customer = token === '' ? null : api.sessions.authenticate(token);
    if (customer instanceof Promise) return answerOnceKnown({ request, reply, fields }, customer);
    const known = { request, reply, fields, customer };
    const refusedOfCustomer = charge(known);
    if (refusedOfCustomer !== null) return refusedOfCustomer;
    if (handlerAtOnce && customer !== null) {
      const asked = { fields, lang: langOf(fields), customer, traceId: request.id };
      if (carrier.executeFast(asked, (answered) => sendAtOnce(reply, answered))) return undefined;
    }
    return answerInTime(known);
  }

  function charge({ request, reply, customer }: Known): FastifyReply | null {
    return customer && chargeCustomer(weights, { request, reply, weight, customer: customer.id });
  }

  async function answerOnceKnown(received: Received, customer: Promise<Customer | null>): Promise<unknown> {
    const known = { ...received, customer: await customer };
    // A token that is nobody's costs a look into the database.
    if (known.customer === null) weights?.payOfAddress(received.request.ip, weightOfUnknownToken);
    return charge(known) ?? answerInTime(known);
  }

  async function answerInTime({ request, reply, fields, customer }: Known): Promise<string | Buffer> {
    reply.header('content-type', jsonType);
    if (isElsewhere) reply.header('cache-control', 'no-store');
    const caller = customer?.id ?? weights?.addressOf(request.ip) ?? '';
    const { code, body } = await carrier.execute({
      fields,
      lang: langOf(fields),
      customer: () => customer,
      ip: request.ip,
      userAgent: headerOf(request, 'user-agent'),
      ...(call.auth === 'none' && { cookies: cookiesOf(request, reply) }),
      traceId: request.id,
      ...(weights !== null && weight >= heavyFrom && { inTurn: (work) => weights.inTurn(caller, work) }),
    });
    if (code === Code.internal) reply.code(500);
    return isPublic ? packed(request, reply, body) : body;
  }

  // Some of the specification's GET calls do something (send a code, mark as read): HEAD, which promises nothing happens, isn't taken (405).
  api.server.route({ method: call.method, url: call.path, handler: answer, exposeHeadRoute: false });
  return carrier;
}

const weightOfUnknownToken = 10;

interface Received {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly fields: RawFields;
}

interface Known extends Received {
  readonly customer: Customer | null;
}

const headersAtOnce = ['content-type', jsonType, ...Object.entries(answerHeaders).flat(), 'content-length'];

/** Writes an answer of `/api` past what would only look at it again. */
function sendAtOnce(reply: FastifyReply, { code, body }: CallAnswer): void {
  const left = reply.getHeader('ratelimit');
  const raw = reply.hijack().raw;
  const headers = [...headersAtOnce, String(Buffer.byteLength(body))];
  if (typeof left === 'string') headers.push('ratelimit', left);
  raw.writeHead(code === Code.internal ? 500 : 200, headers);
  raw.end(body);
}

/** Calls without a session alone use cookies: what a session may do never depends on what a browser sends by itself. */
function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return { sent: headerOf(request, 'cookie'), set: (cookie) => void reply.header('set-cookie', cookie) };
}

function headerOf(request: FastifyRequest, name: 'access-token' | 'user-agent' | 'cookie'): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Body fields over query fields: a few calls carry both (`setpass.html?type=login`). */
function postFields(request: FastifyRequest): RawFields {
  const body = fieldsOf(request.body);
  return request.url.includes('?') ? { ...fieldsOf(request.query), ...body } : body;
}
