import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/**
 * What a page may load: its own files and nothing else. The tokens live in local storage by specification, so no foreign script may ever run, nor an inline one other than those
 * that a build put into its page, which `serveWebApp` names by their hashes;
 * styles set by scripts on elements are not bound by this, style elements are.
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

/** What an answer of the API needs: it is data, never a page, and never kept by anybody. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/** What a part of the web app needs: it is never a page by itself, and a phone's line feels every header that a page's dozen parts repeat. */
const partHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
};

const isCall = ({ url }: FastifyRequest): boolean => url.startsWith('/api/');
const isPart = (url: string): boolean => /^\/assets\/[\w.-]+\.(js|css)$/.test(url);

/** Sets the security headers of every answer. Calls get the few that matter to data, as they are the hot path. */
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
  // Late, as the calls that are asked most are answered past it.
  server.addHook('onSend', (request, reply, _body, next) => {
    if (isCall(request)) {
      for (const [name, value] of Object.entries(answerHeaders)) if (!reply.hasHeader(name)) reply.header(name, value);
    }
    next();
  });
}
