import { forbiddenCode } from '@fft/console-contract';
import type { FastifyInstance } from 'fastify';
import { createAddressMatcher } from '../../transport/http/address-matcher.ts';
import { envelopeBody, jsonType } from '../../transport/http/envelope.ts';
import { messages } from '../../refusals/messages.ts';

/** Admits clients from these addresses or networks (`10.0.0.0/8`); an empty list admits all. */
export function restrictToAllowedAddresses(server: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const isAllowed = createAddressMatcher(allowed);
  server.addHook('onRequest', async (request, reply) => {
    if (isAllowed(request.ip)) return;
    await reply.code(forbiddenCode).type(jsonType).send(envelopeBody(forbiddenCode, messages.addressNotAllowed.en));
  });
}
