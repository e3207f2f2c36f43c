import { Code, type Auth, type Call } from '@fft/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ZodMiniType } from 'zod/mini';
import { carrierOf, type Carrier, type Handler } from './carry-out.ts';
import type { Authenticator } from './context.ts';
import { fieldsOf, jsonType, langOf, sendTransport, type RawFields } from './envelope.ts';

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
): Carrier {
  const carry = carrierOf(api, call, handler);
  // The hook sets it for what lies under /api.
  const isElsewhere = !call.path.startsWith('/api/');

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!api.isReady()) return sendTransport(request, reply, { status: 503, key: 'notReady' });
    reply.header('content-type', jsonType);
    if (isElsewhere) reply.header('cache-control', 'no-store');
    const fields = call.method === 'GET' ? fieldsOf(request.query) : postFields(request);
    const { code, body } = await carry({
      fields,
      lang: langOf(fields),
      customer: () => {
        const token = headerOf(request, 'access-token');
        return token === '' ? null : api.sessions.authenticate(token);
      },
      ip: request.ip,
      userAgent: headerOf(request, 'user-agent'),
      traceId: request.id,
    });
    if (code === Code.internal) reply.code(500);
    return body;
  }

  // Some of the specification's GET calls do something (send a code, mark as read): HEAD, which promises nothing happens, isn't taken (405).
  api.server.route({ method: call.method, url: call.path, handler: answer, exposeHeadRoute: false });
  return carry;
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
