import type { FastifyInstance } from 'fastify';

/**
 * Takes JSON beside the forms that `@fastify/formbody` takes; anything else is 415. An empty body is an empty object,
 * whatever its type says, so that a call without fields can be posted without thinking about it.
 */
export function takeBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, {});
    else void parseJson(request, body, done);
  });
}
