import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The tag of a text: equal for equal texts. Weak, as the text may travel compressed. */
export function tagOf(text: string | Buffer): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Gives an answer that rarely changes its tag: whoever keeps it asks whether it still holds, and gets 304 without a body. Returns true if it holds; the
 * answer then has its status.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply.header('etag', tag).header('cache-control', 'no-cache');
  const known = request.headers['if-none-match'] ?? '';
  const holds = known.trim() === '*' || known.split(',').some((each) => opaque(each) === opaque(tag));
  if (holds) void reply.code(304);
  return holds;
}
