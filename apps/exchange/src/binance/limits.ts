import type { Settings } from '../config/settings.ts';
import type { OrderUse } from '../orders/index.ts';
import { type SharedUses, unshared } from '../platform/processes/shared-uses.ts';
import { WindowCounts } from '../platform/limits/window-counts.ts';
import type { Customer } from '../transport/http/context.ts';
import { networkOf } from '../platform/limits/network-of.ts';
import { unknownCallerWeight, type Weights } from '../transport/http/weights.ts';
import { ApiError } from './api-error.ts';

export interface LimitedCaller {
  readonly customer: Customer | null;
  readonly ip: string;
}

/** The limits that requests count against, and their state as answers show it. */
export interface DoorLimits {
  /** Charges a request. @throws ApiError 429; 418 for the rest of the minute in which a caller does not heed it */
  charge(caller: LimitedCaller, weight: number): void;
  /** Charges an address for a request whose key or signature nobody vouches for: never the customer whose key it names. @throws ApiError like {@link charge} */
  chargeUnproven(ip: string): void;
  /** Runs a heavy call once the caller has few others running. @throws Refusal `tooManyRequests` */
  inTurn<T>(caller: LimitedCaller, work: () => Promise<T>): Promise<T>;
  /** The weight that this address used in this minute. */
  usedInMinute(ip: string): number;
  /** The customer's orders through any door and process, with their limits. */
  orderCounts(customer: number): readonly OrderCount[];
  /** The `rateLimits` of an answer, as JSON; those of orders for an order. */
  shown(caller: LimitedCaller, isOrder: boolean): string;
  /** The limits as `exchangeInfo` shows them. */
  rules(): readonly object[];
}

/** As `rateLimits` show it. */
export interface OrderCount {
  readonly rateLimitType: 'ORDERS';
  readonly interval: 'SECOND' | 'DAY';
  readonly intervalNum: number;
  readonly limit: number;
  readonly count: number;
}

const [minuteMs, tenSecondsMs, dayMs] = [60_000, 10_000, 86_400_000];
/** Refusals of an address, or of a customer, in a minute before all their requests are refused until the minute ends. */
const refusalsBeforeBan = 100;
const tensPerDay = dayMs / tenSecondsMs;

export interface DoorLimitsOptions {
  /** Null: requests are not limited by weight. */
  readonly weights: Weights | null;
  readonly settings: Pick<Settings, 'weightPer10s' | 'ordersPer10s' | 'requestsPer10s'>;
  readonly ordersOf: (customer: number) => OrderUse;
  readonly now: () => number;
  /** What the machine's other processes count. */
  readonly uses?: SharedUses;
}

/** The native API's budgets, in Binance's terms. */
export function createDoorLimits({ weights, settings, ordersOf, now, uses = unshared }: DoorLimitsOptions): DoorLimits {
  const { weightPer10s, ordersPer10s, requestsPer10s } = settings;
  const used = counted('used by an address in a minute', { now, uses });
  const refused = counted('refused in a minute', { now, uses });
  const orderCounts = (customer: number): readonly OrderCount[] => {
    const { limit, inWindow, inDay } = ordersOf(customer);
    return [
      { ...orderLimit('SECOND', 10, limit), count: inWindow },
      { ...orderLimit('DAY', 1, limit * tensPerDay), count: inDay },
    ];
  };
  const pay = ({ customer, ip }: LimitedCaller, weight: number) => {
    if (customer === null) return weights?.payOfAddress(ip, weight);
    const key = customer.key && weights?.payOfKey(customer.key.id, weight);
    return key && key.waitMs > 0 ? key : weights?.payOfCustomer(customer.id, weight);
  };
  const charge: DoorLimits['charge'] = (caller, weight) => {
    // A customer who is proven is not banned for what others send from the same address.
    const payer = caller.customer === null ? networkOf(caller.ip) : `customer ${caller.customer.id}`;
    used.add(networkOf(caller.ip), weight);
    if (refused.add(payer, 0) > refusalsBeforeBan) throw banned(now());
    const waitMs = pay(caller, weight)?.waitMs ?? 0;
    if (waitMs === 0) return;
    refused.add(payer, 1);
    const text = `Too much request weight used; current limit is ${weightPer10s} request weight per 10 SECOND. Please use WebSocket Streams for live updates to avoid polling the API.`;
    const serverTime = now();
    throw new ApiError(429, -1003, text, { serverTime, retryAfter: Math.ceil(serverTime + waitMs) });
  };
  return {
    charge,
    chargeUnproven: (ip) => charge({ customer: null, ip }, unknownCallerWeight),
    inTurn: ({ customer, ip }, work) =>
      weights === null ? work() : weights.inTurn(customer?.id ?? networkOf(ip), work),
    usedInMinute: (ip) => used.add(networkOf(ip), 0),
    orderCounts,
    shown: (caller, isOrder) => {
      const left = pay(caller, 0)?.left;
      const count = left === undefined ? 0 : Math.max(0, weightPer10s - left);
      const ofOrders = isOrder && caller.customer !== null ? orderCounts(caller.customer.id) : [];
      return JSON.stringify([...ofOrders, { ...per10s('REQUEST_WEIGHT', weightPer10s), count }]);
    },
    rules: () =>
      [
        per10s('REQUEST_WEIGHT', weightPer10s),
        orderLimit('SECOND', 10, ordersPer10s),
        orderLimit('DAY', 1, ordersPer10s * tensPerDay),
        per10s('RAW_REQUESTS', requestsPer10s),
      ].filter(({ limit }) => limit > 0),
  };
}

/** Counts by network or customer in a minute, with the machine's other processes. */
function counted(name: string, { now, uses }: { readonly now: () => number; readonly uses: SharedUses }) {
  const counts = new WindowCounts<string>(minuteMs, now);
  const tell = uses.share(name, (key, more) => void counts.add(String(key), more));
  return {
    add: (key: string, more: number): number => {
      if (more > 0) tell?.(key, more);
      return counts.add(key, more);
    },
  };
}

function per10s(rateLimitType: string, limit: number) {
  return { rateLimitType, interval: 'SECOND', intervalNum: 10, limit };
}

function orderLimit(interval: OrderCount['interval'], intervalNum: number, limit: number) {
  return { rateLimitType: 'ORDERS', interval, intervalNum, limit } as const;
}

function banned(serverTime: number): ApiError {
  const until = (Math.floor(serverTime / minuteMs) + 1) * minuteMs;
  const text = `Way too much request weight used; IP banned until ${until}. Please use WebSocket Streams for live updates to avoid bans.`;
  return new ApiError(418, -1003, text, { serverTime, retryAfter: until });
}
