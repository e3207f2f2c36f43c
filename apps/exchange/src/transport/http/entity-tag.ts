import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The tag of a text: equal for equal texts. Weak, as the text may travel compressed. */
export function tagOf(text: string | Buffer): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Sets the entity tag of an answer that rarely changes. A client that still has this answer gets 304 without a body. Returns true in that case; the status
 * is then set.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply.header('etag', tag).header('cache-control', 'no-cache');
  const known = request.headers['if-none-match'] ?? '';
  const holds = known.trim() === '*' || known.split(',').some((each) => opaque(each) === opaque(tag));
  if (holds) void reply.code(304);
  return holds;
}
