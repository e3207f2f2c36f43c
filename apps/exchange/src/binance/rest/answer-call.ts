import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawBodyOf } from '../../transport/http/bodies.ts';
import type { Customer } from '../../transport/http/context.ts';
import type { Api } from '../../transport/http/route.ts';
import type { KeyVerifier } from '../../transport/http/signed-request.ts';
import { authenticate } from '../authenticate.ts';
import { beginCall } from '../calls/begin-call.ts';
import type { BinanceCall, RestPlace } from '../calls/call.ts';
import { restParams } from '../calls/common-params.ts';
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
    return customer instanceof Promise ? customer.then((found) => run(served, found)) : runAtOnce(served, customer);
  }

  function begin({ call, request, reply }: ServedCall, customer: Customer | null) {
    const { ip, headers } = request;
    const at = clockOf(String(headers['x-mbx-time-unit']).toUpperCase() === 'MICROSECOND');
    const pay = (weight: number): void => limits.charge({ customer, ip }, weight);
    const caller = { customer, ip, userAgent: headers['user-agent'] ?? '', at, pay };
    const common = restParams(call.security);
    const prepared = beginCall(call, limits, { raw: paramsOf(request), common, caller, pays: true });
    const sent: Sent = { reply, ip, owner: call.isOrder ? (customer?.id ?? null) : null };
    return { caller, prepared, sent };
  }

  function run(served: ServedCall, customer: Customer | null): unknown {
    const { caller, prepared, sent } = begin(served, customer);
    return finish(sent, prepared.handle(caller));
  }

  /** Like `run`, without a promise where the call has such a way. The request is still being handled, so its answer may come later. */
  function runAtOnce(served: ServedCall, customer: Customer): unknown {
    const { caller, prepared, sent } = begin(served, customer);
    const isEntered = prepared.enter?.(caller, (result) => attempt(sent, result)) === true;
    return isEntered ? undefined : finish(sent, prepared.handle(caller));
  }

  function attempt(sent: Sent, result: () => unknown): void {
    try {
      const finished = finish(sent, result());
      if (finished instanceof Promise) finished.catch((error: unknown) => void sent.reply.send(error));
    } catch (error) {
      void sent.reply.send(error);
    }
  }

  function finish(sent: Sent, result: unknown): unknown {
    return result instanceof Promise ? result.then((value: unknown) => send(sent, value)) : send(sent, result);
  }

  function send({ reply, ip, owner }: Sent, result: unknown): void {
    const orders = owner === null ? null : limits.orderCounts(owner);
    sendResult(reply, result, { weight: limits.usedInMinute(ip), orders });
  }

  return answer;
}
