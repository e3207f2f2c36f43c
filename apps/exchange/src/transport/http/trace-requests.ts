import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, TraceHeaders, Tracing } from '../../platform/tracing/tracing.ts';

/** Follows each call of the server's APIs from its headers to its last byte. Sockets follow their messages themselves. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, next) => {
    const { url: route = '' } = request.routeOptions;
    if (isCall(route) && request.headers.upgrade === undefined) {
      const { method } = request;
      const facts = { 'fft.door': 'http', 'http.request.method': method, 'http.route': route };
      spans.set(request, tracing.begin(`${method} ${route}`, facts, request.headers as TraceHeaders));
    }
    next();
  });
  // Not earlier: the body's events would lose it.
  server.addHook('preHandler', (request, _reply, next) => {
    const span = spans.get(request);
    if (span === undefined) next();
    else tracing.run(span, next);
  });
  server.addHook('onResponse', (request, { raw: { statusCode } }, next) => {
    const span = spans.get(request);
    span?.note({ 'http.response.status_code': statusCode });
    span?.end(statusCode >= 500 ? 'failed' : undefined);
    next();
  });
}

/** False for the app's files, and for paths that no call has. */
function isCall(route: string): boolean {
  return /^\/s?api\//.test(route) && !route.endsWith('*');
}
