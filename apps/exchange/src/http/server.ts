import { randomUUID } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { takeBodies } from './bodies.ts';
import { answerBrokenConnection, answerErrors } from './errors.ts';
import { limitFlood } from './flood.ts';
import { answerHeaders, sendSecurityHeaders } from './security-headers.ts';
import { endConnections } from './end-connections.ts';
import { writeAnswersWhole } from './whole-answers.ts';
import { WholeRequest } from './whole-request.ts';

export interface HttpServerOptions {
  /** Of a body that isn't an upload; 16 KiB unless told. */
  readonly bodyBytesMax?: number;
  readonly settings: Pick<Settings, 'requestsPer10s' | 'trustedProxies'>;
  readonly log: Logger;
}

const bodyBytesStandard = 16 * 1024;
const requestTimeoutMs = 15_000;

/**
 * A server with the rules that hold for every path: limits, headers, bodies, and an envelope around every failure.
 * Calls are bound with `route`, pages with `serveWebApp`; it doesn't listen yet.
 */
export async function createHttpServer({
  settings,
  log,
  bodyBytesMax = bodyBytesStandard,
}: HttpServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    // Its own request log would cost more than an order; what matters is logged where it happens, with the traceId.
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    http: {
      IncomingMessage: WholeRequest,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 5000,
    },
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    // `route` answers 503 while stopping, in an envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) => {
      // No hook runs where the address can't be read.
      server.errorHandler(error, request, reply.headers(answerHeaders));
    },
  });
  answerErrors(server, log);
  endConnections(server);
  writeAnswersWhole(server.server);
  takeBodies(server, bodyBytesMax);
  sendSecurityHeaders(server);
  await limitFlood(server, settings.requestsPer10s);
  return server;
}
