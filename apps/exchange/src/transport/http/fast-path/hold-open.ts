import type { FastifyReply } from 'fastify';
import { Later, type Soon } from '../../../platform/later.ts';

/** What a route's handler returns for an answer that is sent now or later: Fastify waits for promises, and otherwise until the reply is sent. */
export function holdOpen(reply: FastifyReply, answered: Soon<unknown>): unknown {
  if (!(answered instanceof Later)) return answered;
  answered.receive(
    () => undefined,
    (error) => void reply.send(error),
  );
  return undefined;
}
