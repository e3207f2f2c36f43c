import type { FastifyInstance } from 'fastify';
import { createAddressMatcher } from '../../transport/http/address-matcher.ts';
import { jsonType } from '../../transport/http/envelope.ts';
import { refusalAnswer } from '../../transport/http/refusal-answer.ts';
import { refuse } from '../refusals.ts';

/** Admits clients from these addresses or networks (`10.0.0.0/8`); an empty list admits all. */
export function restrictToAllowedAddresses(server: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const isAllowed = createAddressMatcher(allowed);
  server.addHook('onRequest', async (request, reply) => {
    if (isAllowed(request.ip)) return;
    const { code, body } = refusalAnswer(refuse('addressNotAllowed'), 'en');
    await reply.code(code).type(jsonType).send(body);
  });
}
