import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newReadMark, readMark, type ReadMark } from '../../database/standby/read-mark.ts';

/** Says of which time an answer is, if a standby gave an older state. Its value is a time like `2026-11-26T10:05:03.000Z`. */
export const asOfHeader = 'as-of';

/** Lets responses say that they are old. Sockets get no mark: they have no header for it, so what they read is never old. */
export function markOldAnswers(server: FastifyInstance): void {
  const marks = new WeakMap<FastifyRequest, ReadMark>();
  // Not earlier: the body's events would lose it.
  server.addHook('preHandler', (request, _reply, next) => {
    if (request.headers.upgrade !== undefined) return next();
    const mark = newReadMark();
    marks.set(request, mark);
    readMark.run(mark, next);
  });
  server.addHook('onSend', (request, reply, _payload, next) => {
    const mark = marks.get(request);
    if (mark !== undefined) {
      mark.isSent = true;
      if (mark.asOf !== null) void reply.header(asOfHeader, new Date(mark.asOf).toISOString());
    }
    next();
  });
}
