import { BlockList, isIP } from 'node:net';
import { noRight } from '@fft/console-contract';
import type { FastifyInstance } from 'fastify';
import { envelopeBody, jsonType } from '../http/envelope.ts';
import { messages } from '../http/messages.ts';

/** Lets in who comes from one of these addresses or networks (`10.0.0.0/8`); from anywhere where there are none. */
export function letIn(server: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  server.addHook('onRequest', async (request, reply) => {
    const ip = request.ip.replace(/^::ffff:/, '');
    if (list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')) return;
    await reply.code(noRight).type(jsonType).send(envelopeBody(noRight, messages.addressNotAllowed.en));
  });
}
