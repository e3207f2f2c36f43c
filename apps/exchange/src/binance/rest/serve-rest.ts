import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { takeTexts } from '../../transport/http/bodies.ts';
import type { Api } from '../../transport/http/route.ts';
import { FloodError } from '../../transport/http/flood.ts';
import type { KeyVerifier } from '../../transport/http/signed-request.ts';
import { ApiError } from '../api-error.ts';
import type { BinanceCall } from '../calls/call.ts';
import { apiErrorOf, internalError } from '../errors.ts';
import type { DoorLimits } from '../limits.ts';
import { createAnswer, type ServedCall } from './answer-call.ts';
import { sendError } from './rest-answer.ts';

/** Paths that Binance's clients may ask for; what the table lacks there is answered in Binance's form. */
const prefixes = ['/api/v1', '/api/v3', '/sapi', '/fapi', '/dapi'];

export interface RestOptions {
  readonly calls: readonly BinanceCall[];
  readonly keys: KeyVerifier;
  readonly limits: DoorLimits;
  readonly log: Logger;
}

/** Serves the table's calls over REST: bodies stay as sent, as signatures cover them, and every failure has Binance's form. */
export async function serveRest({ server, isReady }: Api, options: RestOptions): Promise<void> {
  const { calls, keys, limits, log } = options;
  const answer = createAnswer({ isReady, keys, limits });

  await server.register(async (scope: FastifyInstance) => {
    takeTexts(scope);
    scope.setErrorHandler((error, request, reply) => {
      const known = error instanceof FloodError ? floodError(error) : ownError(error);
      if (known === internalError) log.error({ err: error, traceId: request.id, call: pathOf(request) }, 'call.failed');
      return sendError(reply, known, limits.usedInMinute(request.ip));
    });
    for (const call of calls) {
      if (!isServed(call)) continue;
      const [method, url] = call.rest;
      const handler = (request: FastifyRequest, reply: FastifyReply) => answer({ call, request, reply });
      scope.route({ method, url, handler, exposeHeadRoute: false });
    }
    for (const prefix of prefixes) {
      scope.all(`${prefix}/*`, (request) => {
        throw new ApiError(404, -5000, `Path ${pathOf(request)}, Method ${request.method} is invalid`);
      });
    }
  });
}

function isServed(call: BinanceCall): call is ServedCall['call'] {
  return call.rest !== null;
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function floodError({ waitMs }: FloodError): ApiError {
  const wait = { serverTime: 0, retryAfter: waitMs };
  return new ApiError(429, -1003, 'Too many requests; please use WebSocket Streams for live updates.', wait);
}

/** Fastify's own errors are about the body: its length above all. */
function ownError(error: unknown): ApiError {
  const known = apiErrorOf(error);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (known !== internalError || status >= 500) return known;
  return new ApiError(status, -1000, 'The request could not be read.');
}
