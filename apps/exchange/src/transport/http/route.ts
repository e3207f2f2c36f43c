import { apiKeyHeader, Code, callWeight, sessionMarkHeader, type Auth, type Call } from '@fft/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import { rawBodyOf } from './bodies.ts';
import { budgetHeaders, chargeAddress, chargeCaller } from './charge.ts';
import {
  executorOf,
  type CallAnswer,
  type CallExecutor,
  type CallRequest,
  type ExecutorOptions,
  type Handler,
  type PlainReader,
} from './execute-call.ts';
import { after, Later, type Soon } from '../../platform/later.ts';
import type { Authenticator, Cookies, Customer } from './context.ts';
import { holdOpen } from './fast-path/hold-open.ts';
import { answerTogether } from './fast-path/answer-together.ts';
import { isUnchanged, tagOf } from './entity-tag.ts';
import { fieldsOf, jsonType, langOf, sendTransport, type RawFields } from './envelope.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { bodyField } from './read-fields.ts';
import { answerHeaders, requestIdHeader } from './security-headers.ts';
import { refusalOfKey, type KeyVerdict, type KeyVerifier, type SignedRequest } from './signed-request.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import { heavyFrom, unknownCallerWeight, type Weights } from './weights.ts';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const pack = promisify(gzip);

/** A smaller answer fits into one packet anyway. */
const minBytes = 1400;

/**
 * Compresses an answer with gzip if the client accepts it: lists and candles load four times as fast over a phone's connection. Only for public answers, as the
 * length of a compressed text reveals something of any secret in it.
 */
async function packed(request: FastifyRequest, reply: FastifyReply, body: string): Promise<string | Buffer> {
  if (body.length < minBytes) return body;
  reply.header('vary', 'accept-encoding');
  if (acceptedEncoding(request.headers['accept-encoding'], ['gzip']) === null) return body;
  reply.header('content-encoding', 'gzip');
  return pack(body);
}

export type { Handler } from './execute-call.ts';

/** The server that calls are bound to, and the services each call needs. */
export interface Api extends ExecutorOptions {
  readonly server: FastifyInstance;
  readonly sessions: Authenticator;
  /** Accepts calls that API keys signed; without it, their header is ignored. */
  readonly keys?: KeyVerifier;
  /** Budgets by weight; nothing is counted without them. */
  readonly weights?: Weights | null;
  /** False while starting and stopping: every call answers 503. */
  isReady(): boolean;
}

/**
 * Binds a call of the contract to its handler over HTTP: charges the caller's budgets, authenticates, reads the fields, and answers in the envelope.
 * Business answers are HTTP 200. Returns the executor, for other transports.
 */
export function route<Input extends ZodMiniType, Output extends ZodMiniType, A extends Auth>(
  api: Api,
  call: Call<Input, Output, A>,
  handler: Handler<Call<Input, Output, A>>,
  readPlain?: PlainReader<Call<Input, Output, A>>,
): CallExecutor {
  const executor = executorOf(api, call, handler, readPlain);
  const weight = callWeight(call);
  const weights = api.weights ?? null;
  const heavy = weight >= heavyFrom ? weights : null;

  function answer(request: FastifyRequest, reply: FastifyReply): unknown {
    if (!api.isReady()) return sendTransport(request, reply, { status: 503, key: 'notReady' });
    const refused = chargeAddress(weights, { request, reply, weight });
    if (refused !== null) return refused;
    const fields = call.method === 'GET' ? fieldsOf(request.query) : postFields(request);
    const result = after(findCaller(api, call, request), (caller) => perform({ request, reply, fields }, caller));
    const isLater = result instanceof Later;
    const answered = after<CallAnswer | null, unknown>(result, (known) => {
      if (known === null) return reply;
      if (isLater && call.rarelyChanges !== true) return sendDirectly(reply, known);
      return respond(call, { request, reply }, known);
    });
    return holdOpen(reply, answered);
  }

  /** Charges the caller and runs the call; null if a budget is spent, which has been answered. */
  function perform({ request, reply, fields }: Received, caller: FoundCaller): Soon<CallAnswer | null> {
    const { customer, refusal } = caller;
    if (chargeCaller(weights, { request, reply, weight }, customer) !== null) return null;
    const find = (): Customer | null => {
      if (refusal !== undefined) throw refusal;
      return customer;
    };
    return executor.execute({
      fields,
      lang: langOf(fields),
      customer: find,
      typedFor: typedForOf(request),
      whyEnded: customer === null ? whyEndedOf(api, request) : undefined,
      ip: request.ip,
      userAgent: headerOf(request, 'user-agent'),
      cookies: call.auth === 'none' ? cookiesOf(request, reply) : undefined,
      traceId: request.id,
      inTurn: heavy === null ? undefined : (work) => heavy.inTurn(customer?.id ?? networkOf(request.ip), work),
    });
  }

  // Some of the specification's GET calls have side effects (send a code, mark as read), so HEAD is refused with 405.
  api.server.route({ method: call.method, url: call.path, handler: answer, exposeHeadRoute: false });
  return executor;
}

/** Finds who calls. An unknown token and an unproven key cost their address more, as a database query looks for them. */
function findCaller(api: Api, call: Call, request: FastifyRequest): Soon<FoundCaller> {
  if (call.auth === 'none') return nobody;
  const apiKey = request.headers[apiKeyHeader];
  if (typeof apiKey === 'string' && api.keys) return findByKey(api, api.keys, { request, apiKey });
  const token = headerOf(request, 'access-token');
  const customer = token === '' ? null : api.sessions.authenticate(token);
  if (!(customer instanceof Promise)) return { customer };
  return customer.then((found) => {
    if (found === null) api.weights?.payOfAddress(request.ip, unknownCallerWeight);
    return { customer: found };
  });
}

/** Nobody asks without a token. */
function whyEndedOf({ sessions }: Api, request: FastifyRequest): CallRequest['whyEnded'] {
  const token = headerOf(request, 'access-token');
  return token === '' ? undefined : async () => (await sessions.whyEnded?.(token)) ?? null;
}

function findByKey(
  { weights }: Api,
  keys: KeyVerifier,
  { request, apiKey }: { readonly request: FastifyRequest; readonly apiKey: string },
): Soon<FoundCaller> {
  const verdict = keys.verifySignedRequest(signedRequestOf(request, apiKey, keys.now()));
  return after<KeyVerdict, FoundCaller>(verdict, (found) => {
    if (found.ok) return { customer: found.customer };
    weights?.payOfAddress(request.ip, unknownCallerWeight);
    return { customer: null, refusal: refusalOfKey(found.reason, keys.now()) };
  });
}

/** Lets Fastify send an answer. */
function respond(
  { path, auth, method, rarelyChanges }: Call,
  { request, reply }: Omit<Received, 'fields'>,
  { code, body }: CallAnswer,
): Soon<string | Buffer> {
  if (rarelyChanges === true && code === Code.ok && isUnchanged(request, reply, tagOf(body))) return '';
  reply.header('content-type', jsonType);
  // The onSend hook sets them under /api.
  if (!path.startsWith('/api/')) reply.header('cache-control', 'no-store').header(requestIdHeader, request.id);
  if (code === Code.internal) reply.code(500);
  return auth === 'none' && method === 'GET' ? packed(request, reply, body) : body;
}

/** Who calls, or why the key's signature is refused. */
interface FoundCaller {
  readonly customer: Customer | null;
  readonly refusal?: Error;
}

const nobody: FoundCaller = { customer: null };

function signedRequestOf(request: FastifyRequest, apiKey: string, now: number): SignedRequest {
  const mark = request.url.indexOf('?');
  const rawQuery = mark === -1 ? '' : request.url.slice(mark + 1);
  return { apiKey, rawQuery, rawBody: rawBodyOf(request.raw), now, address: request.ip };
}

interface Received {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly fields: RawFields;
}

const directHeaders = ['content-type', jsonType, ...Object.entries(answerHeaders).flat(), 'content-length'];

/** Writes an answer of `/api` past Fastify's hooks and serializer, together with the others of this turn. */
function sendDirectly(reply: FastifyReply, { code, body }: CallAnswer): void {
  const said = budgetHeaders.map((name) => [name, reply.getHeader(name)] as const);
  const response = reply.hijack().raw;
  const headers = [...directHeaders, String(Buffer.byteLength(body)), requestIdHeader, reply.request.id];
  for (const [name, value] of said) if (typeof value === 'string') headers.push(name, value);
  answerTogether(response, { status: code === Code.internal ? 500 : 200, headers, body });
}

/** Only calls without a session use cookies: a session's rights never depend on credentials that a browser attaches by itself. */
function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return { sent: headerOf(request, 'cookie'), set: (cookie) => void reply.header('set-cookie', cookie) };
}

function headerOf(request: FastifyRequest, name: 'access-token' | 'user-agent' | 'cookie'): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Body fields override query fields: a few calls carry both (`setpass.html?type=login`). */
function postFields(request: FastifyRequest): RawFields {
  const body = bodyFields(request.body);
  return request.url.includes('?') ? { ...fieldsOf(request.query), ...body } : body;
}

/** A body without fields counts as one field that no call knows: it must not pass for a body that was left out. */
function bodyFields(body: unknown): RawFields {
  if (body === undefined) return {};
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? fieldsOf(body) : { [bodyField]: body };
}

function typedForOf({ headers }: FastifyRequest): string | undefined {
  const mark = headers[sessionMarkHeader];
  return typeof mark === 'string' ? mark : undefined;
}
