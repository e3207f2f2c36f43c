import { randomUUID } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../../config/settings.ts';
import { createMatcher } from './address-list.ts';
import { takeBodies } from './bodies.ts';
import { Connections, type ClosedReason } from './connections.ts';
import { connectionsFor, descriptorLimit } from './descriptor-limit.ts';
import { answerBrokenConnection, answerErrors } from './errors.ts';
import { limitFlood } from './flood.ts';
import { createGuardedServer } from './guarded-server.ts';
import { answerHeaders, sendSecurityHeaders } from './security-headers.ts';
import { endConnections } from './end-connections.ts';
import { writeAnswersWhole } from './fast-path/write-whole-answers.ts';
import { BufferedRequest } from './fast-path/buffered-request.ts';

export interface HttpServerOptions {
  /** Of a body that isn't an upload; 16 KiB unless told. */
  readonly bodyBytesMax?: number;
  readonly settings: Pick<Settings, 'requestsPer10s' | 'trustedProxies' | 'connectionsPerAddress' | 'connectionsMax'>;
  readonly log: Logger;
  readonly onClosed?: (reason: ClosedReason) => void;
}

const bodyBytesStandard = 16 * 1024;
const requestTimeoutMs = 15_000;
/** From the connection's beginning, or the request's first byte, to its last header. */
const headersTimeoutMs = 8_000;

const nodeOptions = {
  IncomingMessage: BufferedRequest,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
};

/**
 * A server with the rules that hold for every path: limits, headers, bodies, and an envelope around every failure.
 * Calls are bound with `route`, pages with `serveWebApp`; it doesn't listen yet.
 */
export async function createHttpServer({
  settings,
  log,
  bodyBytesMax = bodyBytesStandard,
  onClosed,
}: HttpServerOptions): Promise<FastifyInstance> {
  const connections = new Connections({
    total: connectionsFor(settings.connectionsMax, descriptorLimit()),
    perAddress: settings.connectionsPerAddress,
    requestsPer10s: settings.requestsPer10s,
    isProxy: createMatcher(settings.trustedProxies),
    ...(onClosed && { onClosed }),
  });
  const server = fastify({
    // Its own request log would cost more than an order; what matters is logged where it happens, with the traceId.
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: bodyBytesMax,
    serverFactory: (handler) => createGuardedServer(nodeOptions, connections, handler),
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
  endConnections(server, connections);
  writeAnswersWhole(server.server);
  takeBodies(server, bodyBytesMax);
  sendSecurityHeaders(server);
  await limitFlood(server, settings.requestsPer10s);
  return server;
}
