import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { rawBodyOf, takeTexts } from '../../transport/http/bodies.ts';
import type { Customer } from '../../transport/http/context.ts';
import type { Api } from '../../transport/http/route.ts';
import { FloodError } from '../../transport/http/flood.ts';
import type { KeyVerifier } from '../../transport/http/signed-request.ts';
import { ApiError } from '../api-error.ts';
import { authenticate } from '../authenticate.ts';
import { beginCall } from '../calls/begin-call.ts';
import type { BinanceCall, RestPlace } from '../calls/call.ts';
import { restParams } from '../calls/common-params.ts';
import { clockOf } from '../clock.ts';
import { apiErrorOf, busy, internalError, keyMalformed } from '../errors.ts';
import type { DoorLimits } from '../limits.ts';
import { paramsOf, rawQueryOf } from './rest-request.ts';
import { sendError, sendResult } from './rest-answer.ts';

/** Paths that Binance's clients may ask for; what the table lacks there is answered in Binance's form. */
const prefixes = ['/api/v1', '/api/v3', '/sapi', '/fapi', '/dapi'];

export interface RestOptions {
  readonly calls: readonly BinanceCall[];
  readonly keys: KeyVerifier;
  readonly limits: DoorLimits;
  readonly log: Logger;
}

interface ServedCall {
  readonly call: BinanceCall & { readonly rest: RestPlace };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call whose result is sent. */
interface Sent {
  readonly reply: FastifyReply;
  readonly ip: string;
  /** Null for a call that is no order. */
  readonly owner: number | null;
}

/** Serves the table's calls over REST: bodies stay as sent, as signatures cover them, and every failure has Binance's form. */
export async function serveRest({ server, isReady }: Api, options: RestOptions): Promise<void> {
  const { calls, keys, limits, log } = options;

  function answer({ call, request, reply }: ServedCall): unknown {
    if (!isReady()) throw busy;
    if (call.right === null) return run({ call, request, reply }, null);
    const apiKey = request.headers['x-mbx-apikey'];
    if (typeof apiKey !== 'string') throw keyMalformed();
    const parts = { apiKey, rawQuery: rawQueryOf(request), rawBody: rawBodyOf(request.raw), address: request.ip };
    const customer = authenticate(keys, parts, call.right);
    return customer instanceof Promise
      ? customer.then((found) => run({ call, request, reply }, found))
      : run({ call, request, reply }, customer);
  }

  function run({ call, request, reply }: ServedCall, customer: Customer | null): unknown {
    const { ip, headers } = request;
    const at = clockOf(String(headers['x-mbx-time-unit']).toUpperCase() === 'MICROSECOND');
    const caller = { customer, ip, userAgent: headers['user-agent'] ?? '', at };
    const common = restParams(call.security);
    const prepared = beginCall(call, limits, { raw: paramsOf(request), common, caller, pays: true });
    const result = prepared.handle(caller);
    const sent: Sent = { reply, ip, owner: call.isOrder ? (customer?.id ?? null) : null };
    return result instanceof Promise ? result.then((value: unknown) => send(sent, value)) : send(sent, result);
  }

  function send({ reply, ip, owner }: Sent, result: unknown): void {
    const orders = owner === null ? null : limits.orderCounts(owner);
    sendResult(reply, result, { weight: limits.usedInMinute(ip), orders });
  }

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
