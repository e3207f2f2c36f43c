import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { envelopeBody, jsonType, sendFlood, sendTransport } from './envelope.ts';
import { sayBudget } from './charge.ts';
import { FloodError } from './flood.ts';
import { texts, type TextKey } from './texts.ts';
import { answerHeaders } from './security-headers.ts';
import { storageFailureOf } from './storage-failure.ts';

const transportMessages: Readonly<Record<number, TextKey>> = {
  400: 'malformedBody',
  408: 'requestTimeout',
  413: 'bodyTooLarge',
  415: 'unsupportedMediaType',
  431: 'headersTooLarge',
  503: 'notReady',
};

/** Wraps every failure that is not a call's own answer in an envelope: unknown paths, wrong methods, unreadable bodies, floods, bugs. */
export function answerErrors(server: FastifyInstance, log: Logger): void {
  const methods = new Map<string, Set<string>>();
  server.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });

  server.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof FloodError) {
      const { waitMs, limit } = error;
      if (limit !== null) sayBudget(reply, { left: 0, fullInMs: waitMs, max: limit }, { name: 'requests' });
      return sendFlood(request, reply, waitMs);
    }
    const storage = storageFailureOf(error);
    if (storage !== null) {
      log.warn({ err: error, traceId: request.id }, 'http.storageUnavailable');
      if (storage.retryAfter !== undefined) void reply.header('retry-after', storage.retryAfter);
      return sendTransport(request, reply, { status: 503, key: 'busy', data: storage });
    }
    const status = error.statusCode ?? 500;
    // Fastify wants a body of it first, though no call has this method.
    if (request.method === 'QUERY' && status < 500) return answerNotFound(methods, request, reply);
    const key = transportMessages[status];
    if (key !== undefined) return sendTransport(request, reply, { status, key });
    if (status >= 400 && status < 500) return sendTransport(request, reply, { status: 400, key: 'badRequest' });
    const traceId = request.id;
    log.error({ err: error, traceId }, 'http.requestFailed');
    return sendTransport(request, reply, { status: 500, key: 'internal', values: { traceId }, data: { traceId } });
  });

  server.setNotFoundHandler((request, reply) => answerNotFound(methods, request, reply));
}

function answerNotFound(
  methods: ReadonlyMap<string, ReadonlySet<string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const known = methods.get(path);
  if (known === undefined || known.has(request.method)) {
    return sendTransport(request, reply, { status: 404, key: 'pathNotFound' });
  }
  reply.header('allow', [...known].join(', '));
  return sendTransport(request, reply, { status: 405, key: 'methodNotAllowed' });
}

const brokenStatus: Readonly<Record<string, { status: 400 | 408 | 431; reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'Request Header Fields Too Large' },
};

/** Answers a request whose body takes too long to arrive. */
export const answerSlowRequest = (socket: Socket): void =>
  answerBrokenConnection(Object.assign(new Error('slow request'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);

/** Answers bytes that are not HTTP, or that came too slowly, before a request object exists. */
export function answerBrokenConnection(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason } = brokenStatus[error.code ?? ''] ?? { status: 400, reason: 'Bad Request' };
  const body = envelopeBody(
    status,
    texts[status === 400 ? 'badRequest' : (transportMessages[status] ?? 'badRequest')].zh,
  );
  const headers = { 'content-type': jsonType, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries({ ...headers, ...answerHeaders }).map(([name, value]) => `${name}: ${value}`);
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.subarray(0, 5).toString() === 'HEAD ';
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
}
