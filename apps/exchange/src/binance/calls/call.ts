import type { Turn } from '../../transport/websocket/serial-queue.ts';
import type { KeyRight } from '@fft/contract';
import type { Customer } from '../../transport/http/context.ts';
import type { Clock } from '../clock.ts';
import { readParams, type InputOf, type Params, type RawParams } from './params.ts';

/**
 * The calls of the door. REST and the WebSocket API serve the same table (`createCalls` in `call-table.ts`): each entry is made once, with
 * {@link publicCall} or {@link signedCall}, and names its place in both doors.
 *
 *     signedCall({
 *       rest: ['GET', '/api/v3/order'],      // null: not served over REST
 *       ws: 'order.status',                  // null: not served over the WebSocket API
 *       right: 'read',                       // the right that the API key needs
 *       weight: 4,                           // or a function of the input
 *       params: { symbol: required(symbol), orderId: optional(integer()) },
 *       handle: ({ symbol, orderId }, { customer, at }) => …,
 *     })
 *
 * - `params` declares every parameter but those of the signature (`params.ts`, `param-types.ts`). The doors refuse others, repeated, missing and
 *   unreadable ones with Binance's codes before `handle` runs, and charge the weight.
 * - `handle` returns the answer's JSON value, a `Later` or a promise of it, and throws `ApiError` (`errors.ts` has the usual ones). A `Refusal` of a service
 *   must be translated, or it counts as our own failure. Times go through `caller.at`: callers choose milliseconds or microseconds.
 * - `isOrder` marks what counts as an order: over the WebSocket API it pays no weight, as it has a limit of its own; REST adds the order count.
 * - `turn` ends, if given, once the command is in the engine's queue: later requests of the socket may run from then on.
 */
export interface BinanceCall {
  readonly rest: RestPlace | null;
  readonly ws: string | null;
  readonly security: 'none' | 'signed';
  /** Null for a public call. */
  readonly right: KeyRight | null;
  readonly isOrder: boolean;
  /** True if it reads tables: one caller's run one after another. */
  readonly isHeavy: boolean;
  readonly params: Params;
  /** Reads the parameters. @throws ApiError */
  prepare(raw: RawParams, common: ReadonlySet<string>): Prepared;
}

export type RestPlace = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string];

/** A call with its parameters. */
export interface Prepared {
  readonly weight: number;
  handle(caller: Caller, turn?: Turn): unknown;
}

export interface Caller {
  /** Null for a public call. */
  readonly customer: Customer | null;
  readonly ip: string;
  readonly userAgent: string;
  /** How long the request is valid. */
  readonly recvWindowMs: number;
  /** Converts a time to the unit that the caller chose. */
  readonly at: Clock;
  /** Charges weight beside the call's own, for work that turns out to be long. @throws ApiError 429 */
  readonly pay: (weight: number) => void;
}

/** A caller whose key was verified. */
export interface SignedCaller extends Caller {
  readonly customer: Customer;
}

interface Definition<P extends Params> {
  readonly rest: RestPlace | null;
  readonly ws: string | null;
  readonly weight: number | ((input: InputOf<P>) => number);
  readonly isHeavy?: boolean;
  readonly params: P;
}

interface PublicDefinition<P extends Params> extends Definition<P> {
  readonly handle: (input: InputOf<P>, caller: Caller) => unknown;
}

/** A call that anyone may make. */
export function publicCall<P extends Params>(definition: PublicDefinition<P>): BinanceCall {
  const { rest, ws, isHeavy = false, params, handle } = definition;
  return {
    rest,
    ws,
    security: 'none',
    right: null,
    isOrder: false,
    isHeavy,
    params,
    prepare: (raw, common) => {
      const input = readParams(params, raw, common);
      return { weight: weightOf(definition, input), handle: (caller) => handle(input, caller) };
    },
  };
}

interface SignedDefinition<P extends Params> extends Definition<P> {
  readonly right: KeyRight;
  readonly isOrder?: boolean;
  readonly handle: (input: InputOf<P>, caller: SignedCaller, turn?: Turn) => unknown;
}

/** A call that a key with the right signs. */
export function signedCall<P extends Params>(definition: SignedDefinition<P>): BinanceCall {
  const { rest, ws, isHeavy = false, isOrder = false, params, right, handle } = definition;
  return {
    rest,
    ws,
    security: 'signed',
    right,
    isOrder,
    isHeavy,
    params,
    prepare: (raw, common) => {
      const input = readParams(params, raw, common);
      return {
        weight: weightOf(definition, input),
        handle: (caller, turn) => handle(input, signedBy(caller), turn),
      };
    },
  };
}

function weightOf<P extends Params>({ weight }: Definition<P>, input: InputOf<P>): number {
  return typeof weight === 'number' ? weight : weight(input);
}

function signedBy(caller: Caller): SignedCaller {
  if (!isSigned(caller)) throw new Error('a signed call runs without its customer');
  return caller;
}

function isSigned(caller: Caller): caller is SignedCaller {
  return caller.customer !== null;
}
