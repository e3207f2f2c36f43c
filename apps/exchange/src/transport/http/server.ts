import { randomUUID } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../../config/settings.ts';
import { type SharedUses, unshared } from '../../platform/processes/shared-uses.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import { createAddressMatcher } from './address-matcher.ts';
import { allowAppOrigins } from './app-origins.ts';
import { takeBodies } from './bodies.ts';
import { Connections, type ClosedReason } from './connections.ts';
import { connectionsFor, descriptorLimit } from './descriptor-limit.ts';
import { markOldAnswers } from './as-of.ts';
import { answerBrokenConnection, answerErrors, answerSlowRequest } from './errors.ts';
import { limitFlood } from './flood.ts';
import { createGuardedServer } from './guarded-server.ts';
import { answerHeaders, sendSecurityHeaders } from './security-headers.ts';
import { traceRequests } from './trace-requests.ts';
import { writeAnswersWhole } from './fast-path/write-whole-answers.ts';

/** Interval at which a closing server closes idle connections. */
const pollMs = 50;

/**
 * Keeps connections from delaying a stop. As the server closes, ends connections that never carried a request (browsers open them in advance), and each other one once its
 * requests are answered. Node counts the first kind as busy and leaves the second open until its keep-alive ends.
 */
function endConnections(server: FastifyInstance, connections: Connections): void {
  server.addHook('preClose', (done) => {
    connections.end();
    const polling = setInterval(() => server.server.closeIdleConnections(), pollMs);
    server.server.once('close', () => clearInterval(polling));
    done();
  });
}

export interface HttpServerOptions {
  /** Limit of a body that is not an upload; 16 KiB by default. */
  readonly maxBodyBytes?: number;
  readonly settings: Pick<
    Settings,
    'requestsPer10s' | 'standbyUrl' | 'trustedProxies' | 'connectionsPerAddress' | 'maxConnections' | 'appOrigins'
  >;
  readonly log: Logger;
  readonly onClosed?: (reason: ClosedReason) => void;
  readonly tracing?: Tracing | null;
  /** What the machine's other processes count. */
  readonly uses?: SharedUses;
}

const defaultMaxBodyBytes = 16 * 1024;

/**
 * Creates a server with the rules of every path: limits, headers, bodies, and an envelope around every failure.
 * Bind calls with `route` and pages with `serveWebApp`; it does not listen yet.
 */
export async function createHttpServer({
  settings,
  log,
  maxBodyBytes = defaultMaxBodyBytes,
  onClosed,
  tracing = null,
  uses = unshared,
}: HttpServerOptions): Promise<FastifyInstance> {
  const connections = new Connections({
    total: connectionsFor(settings.maxConnections, descriptorLimit()),
    perMachine: settings.maxConnections,
    perAddress: settings.connectionsPerAddress,
    requestsPer10s: settings.requestsPer10s,
    isProxy: createAddressMatcher(settings.trustedProxies),
    onSlow: answerSlowRequest,
    uses,
    ...(onClosed && { onClosed }),
  });
  const server = fastify({
    // Fastify's request log would cost more than an order; each module logs its own events with the traceId.
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    serverFactory: (handler) => createGuardedServer(connections, handler),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    // `route` answers 503 in an envelope while stopping.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) => {
      // No hook runs if the URL cannot be decoded.
      server.errorHandler(error, request, reply.headers(answerHeaders));
    },
  });
  answerErrors(server, log);
  endConnections(server, connections);
  writeAnswersWhole(server.server);
  takeBodies(server, maxBodyBytes);
  sendSecurityHeaders(server);
  allowAppOrigins(server, settings.appOrigins);
  if (tracing !== null) traceRequests(server, tracing);
  if (settings.standbyUrl !== null) markOldAnswers(server);
  await limitFlood(server, settings.requestsPer10s, uses);
  return server;
}
