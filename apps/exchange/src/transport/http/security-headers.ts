import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/**
 * A page may load only its own files. The specification keeps tokens in local storage, so no foreign or inline script may ever run, except those
 * that the build put into the page; `serveWebApp` adds their hashes. The policy covers style elements, not styles that scripts set on elements.
 */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    // Covers the WebSocket of the same origin too.
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  },
};

/** Names an answer's request, as log and traces do. */
export const requestIdHeader = 'x-request-id';

/** Headers of the API's answers: they are data, never a page, and never cached. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/** Headers of the web app's parts: they are never a page by themselves, and each header repeats for a page's dozen parts over a slow connection. */
const partHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
};

const isCall = ({ url }: FastifyRequest): boolean => url.startsWith('/api/') || /^\/[sfd]api\//.test(url);
const isPart = (url: string): boolean => /^\/assets\/[\w.-]+\.(js|css)$/.test(url);

/** Sets the security headers of every answer. Calls get only the few that matter for data, as they are the hot path. */
export function sendSecurityHeaders(server: FastifyInstance): void {
  const sendPageHeaders = helmet({ contentSecurityPolicy, xFrameOptions: { action: 'deny' } });
  server.addHook('onRequest', (request, reply, next) => {
    if (isCall(request)) {
      next();
    } else if (isPart(request.url)) {
      reply.headers(partHeaders);
      next();
    } else {
      sendPageHeaders(request.raw, reply.raw, (error) => {
        next(error instanceof Error ? error : undefined);
      });
    }
  });
  // In onSend, as the fast path answers the most frequent calls without it.
  server.addHook('onSend', (request, reply, _body, next) => {
    if (isCall(request)) {
      for (const [name, value] of Object.entries(answerHeaders)) if (!reply.hasHeader(name)) reply.header(name, value);
      reply.header(requestIdHeader, request.id);
    }
    next();
  });
}
