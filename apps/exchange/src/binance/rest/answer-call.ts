import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawBodyOf } from '../../transport/http/bodies.ts';
import type { Customer } from '../../transport/http/context.ts';
import type { Api } from '../../transport/http/route.ts';
import type { KeyVerifier } from '../../transport/http/signed-request.ts';
import { after, type Soon } from '../../platform/later.ts';
import { holdOpen } from '../../transport/http/fast-path/hold-open.ts';
import { authenticate } from '../authenticate.ts';
import { beginCall } from '../calls/begin-call.ts';
import type { BinanceCall, RestPlace } from '../calls/call.ts';
import { recvWindowMsOf, restParams } from '../calls/common-params.ts';
import { clockOf } from '../clock.ts';
import { busy, keyMalformed } from '../errors.ts';
import type { DoorLimits } from '../limits.ts';
import { paramsOf, rawQueryOf } from './rest-request.ts';
import { sendResult } from './rest-answer.ts';

export interface ServedCall {
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

export interface AnswerOptions {
  readonly isReady: Api['isReady'];
  readonly keys: KeyVerifier;
  readonly limits: DoorLimits;
}

/** Returns what authorizes a request, runs its call and sends the result; a route's handler. It throws what the scope's error handler answers. */
export function createAnswer({ isReady, keys, limits }: AnswerOptions): (served: ServedCall) => unknown {
  function answer(served: ServedCall): unknown {
    const { call, request } = served;
    if (!isReady()) throw busy;
    if (call.right === null) return run(served, null);
    const apiKey = request.headers['x-mbx-apikey'];
    if (typeof apiKey !== 'string') throw keyMalformed();
    const parts = { apiKey, rawQuery: rawQueryOf(request), rawBody: rawBodyOf(request.raw), address: request.ip };
    const customer = authenticate({ keys, limits }, parts, call.right);
    return holdOpen(
      served.reply,
      after(customer, (found) => run(served, found)),
    );
  }

  function run({ call, request, reply }: ServedCall, customer: Customer | null): Soon<void> {
    const { ip, headers } = request;
    const at = clockOf(String(headers['x-mbx-time-unit']).toUpperCase() === 'MICROSECOND');
    const pay = (weight: number): void => limits.charge({ customer, ip }, weight);
    const raw = paramsOf(request);
    const recvWindowMs = recvWindowMsOf(raw);
    const caller = { customer, ip, userAgent: headers['user-agent'] ?? '', recvWindowMs, at, pay };
    const common = restParams(call.security);
    const prepared = beginCall(call, limits, { raw, common, caller, pays: true });
    const sent: Sent = { reply, ip, owner: call.isOrder ? (customer?.id ?? null) : null };
    return after(prepared.handle(caller), (result) => send(sent, result));
  }

  function send({ reply, ip, owner }: Sent, result: unknown): void {
    const orders = owner === null ? null : limits.orderCounts(owner);
    sendResult(reply, result, { weight: limits.usedInMinute(ip), orders });
  }

  return answer;
}
