import type { FastifyReply } from 'fastify';
import { answerTogether } from '../../transport/http/fast-path/answer-together.ts';
import { answerHeaders, requestIdHeader } from '../../transport/http/security-headers.ts';
import type { ApiError } from '../api-error.ts';
import type { OrderCount } from '../limits.ts';

const jsonType = 'application/json;charset=UTF-8';
const usedWeight = 'x-mbx-used-weight';
const resultHeaders = ['content-type', jsonType, ...Object.entries(answerHeaders).flat()];

/** What an answer's headers show of the limits. */
export interface Used {
  readonly weight: number;
  /** Null for a call that is no order. */
  readonly orders: readonly OrderCount[] | null;
}

/** Writes a result past Fastify's hooks and serializer, together with the others of this turn: bots make most of their calls here. */
export function sendResult(reply: FastifyReply, result: unknown, { weight, orders }: Used): void {
  const body = JSON.stringify(result);
  const used = String(weight);
  const headers = [
    ...resultHeaders,
    'content-length',
    String(Buffer.byteLength(body)),
    requestIdHeader,
    reply.request.id,
  ];
  headers.push(usedWeight, used, `${usedWeight}-1m`, used);
  for (const { intervalNum, interval, count } of orders ?? []) {
    headers.push(`x-mbx-order-count-${intervalNum}${interval.charAt(0).toLowerCase()}`, String(count));
  }
  answerTogether(reply.hijack().raw, { status: 200, headers, body });
}

/** Answers `{code, msg}`; a caller who must wait learns how many seconds. */
export function sendError(reply: FastifyReply, error: ApiError, weight: number): FastifyReply {
  const { status, code, message, data } = error;
  const waitMs = waitOf(error);
  if (waitMs !== null) void reply.header('retry-after', Math.max(1, Math.ceil(waitMs / 1_000)));
  const body = { code, msg: message, ...(waitMs === null && data && { data }) };
  const headers = { [usedWeight]: weight, [`${usedWeight}-1m`]: weight };
  return reply.code(status).headers(headers).type(jsonType).send(JSON.stringify(body));
}

/** Null for an error that does not say when to try again. */
function waitOf({ data }: ApiError): number | null {
  const isTimed = data !== undefined && 'retryAfter' in data && 'serverTime' in data;
  return isTimed ? Number(data.retryAfter) - Number(data.serverTime) : null;
}
