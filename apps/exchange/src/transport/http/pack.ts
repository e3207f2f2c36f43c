import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const pack = promisify(gzip);

/** A packet carries less than this anyway. */
const leastBytes = 1400;

/**
 * An answer, made smaller for who can read that: on a phone's line lists and candles come in a quarter of the time. For what everybody may see alone, as the
 * length of what is packed together with something secret tells of it.
 */
export async function packed(request: FastifyRequest, reply: FastifyReply, body: string): Promise<string | Buffer> {
  if (body.length < leastBytes) return body;
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return body;
  reply.header('content-encoding', 'gzip');
  return pack(body);
}
