import { Code, type Auth, type Call } from '@fft/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ZodMiniType } from 'zod/mini';
import { carrierOf, type Answered, type Carrier, type Handler, type HandlerAtOnce } from './carry-out.ts';
import type { Authenticator, Cookies, Customer } from './context.ts';
import { fieldsOf, jsonType, langOf, sendTransport, type RawFields } from './envelope.ts';
import { packed } from './pack.ts';
import { answerHeaders } from './security-headers.ts';

export type { Handler } from './carry-out.ts';

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

/**
 * Binds a call of the contract to its handler, over HTTP: reads the session and the fields, and answers in the envelope. Business answers are HTTP 200.
 * Gives back what carries the call out, for other ways in.
 */
export function route<Input extends ZodMiniType, Output extends ZodMiniType, A extends Auth>(
  api: Api,
  call: Call<Input, Output, A>,
  handler: Handler<Call<Input, Output, A>>,
  handlerAtOnce?: HandlerAtOnce<Call<Input, Output, A>>,
): Carrier {
  const carrier = carrierOf(api, call, handler, handlerAtOnce);
  // The hook sets it for what lies under /api.
  const isElsewhere = !call.path.startsWith('/api/');
  const isPublic = call.auth === 'none' && call.method === 'GET';

  function answer(request: FastifyRequest, reply: FastifyReply): unknown {
    if (!api.isReady()) return sendTransport(request, reply, { status: 503, key: 'notReady' });
    const fields = call.method === 'GET' ? fieldsOf(request.query) : postFields(request);
    const token = call.auth === 'none' ? '' : headerOf(request, 'access-token');
    const customer = token === '' ? null : api.sessions.authenticate(token);
    if (handlerAtOnce && customer !== null && !(customer instanceof Promise)) {
      const asked = { fields, lang: langOf(fields), customer, traceId: request.id };
      if (carrier.carryAtOnce(asked, (answered) => sendAtOnce(reply, answered))) return undefined;
    }
    return answerInTime({ request, reply, fields, customer });
  }

  async function answerInTime({ request, reply, fields, customer }: Received): Promise<string | Buffer> {
    reply.header('content-type', jsonType);
    if (isElsewhere) reply.header('cache-control', 'no-store');
    const { code, body } = await carrier.carry({
      fields,
      lang: langOf(fields),
      customer: () => customer,
      ip: request.ip,
      userAgent: headerOf(request, 'user-agent'),
      ...(call.auth === 'none' && { cookies: cookiesOf(request, reply) }),
      traceId: request.id,
    });
    if (code === Code.internal) reply.code(500);
    return isPublic ? packed(request, reply, body) : body;
  }

  // Some of the specification's GET calls do something (send a code, mark as read): HEAD, which promises nothing happens, isn't taken (405).
  api.server.route({ method: call.method, url: call.path, handler: answer, exposeHeadRoute: false });
  return carrier;
}

interface Received {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly fields: RawFields;
  readonly customer: Customer | null | Promise<Customer | null>;
}

const headersAtOnce = ['content-type', jsonType, ...Object.entries(answerHeaders).flat(), 'content-length'];

/** Writes an answer of `/api` past what would only look at it again. */
function sendAtOnce(reply: FastifyReply, { code, body }: Answered): void {
  const raw = reply.hijack().raw;
  raw.writeHead(code === Code.internal ? 500 : 200, [...headersAtOnce, String(Buffer.byteLength(body))]);
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
