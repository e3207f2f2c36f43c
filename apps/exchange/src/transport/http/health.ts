import { Code } from '@fft/contract';
import type { FastifyInstance } from 'fastify';
import { jsonType, sendTransport, successBody } from './envelope.ts';

/** Health probes: `live` while the process answers at all, `ready` while it serves calls. */
export function answerHealth(server: FastifyInstance, isReady: () => boolean | Promise<boolean>): void {
  server.get('/health/live', (_request, reply) => reply.type(jsonType).send(successBody('en', { state: 'live' })));
  server.get('/health/ready', async (request, reply) => {
    if (!(await isReady())) return sendTransport(request, reply, { status: Code.unavailable, key: 'notReady' });
    return reply.type(jsonType).send(successBody('en', { state: 'ready' }));
  });
}
