import { setTimeout as delay } from 'node:timers/promises';
import { NetworkError, RefusedError, type Client } from '@fft/client';
import { calls, Code } from '@fft/contract';
import type { GatewayProcess } from '../gateway-process.ts';

/** Outcomes of the orders sent. */
export interface Sent {
  /** By `clientOrderId`: the order's id in the first answer. */
  readonly answered: Map<string, string>;
  /** Number of orders certainly refused. */
  refused: number;
  /** Answers that differ from an earlier answer for the same order: broken promises. */
  readonly broken: string[];
  /** Number of lost or unknown answers; each order was sent again. */
  unknown: number;
}

export interface Traffic extends Readonly<Sent> {
  /** Number of orders answered, including those compared and forgotten. */
  readonly count: number;
  /** Resolves when the outcome of every sent order is known; no more are sent until {@link resume}. */
  pause(): Promise<void>;
  resume(): void;
  /** Forgets the answers after they were compared. */
  forget(): void;
  /** Rejects if an order was wrongly refused. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export interface TrafficOptions {
  /** Prefix of this run's order ids. */
  readonly run: string;
  /** Pause between two orders of a customer; none by default. */
  readonly paceMs?: number;
}

const retryMs = 50;
const recoveredWithinMs = 60_000;

/**
 * Customers who place orders one after the other like careful programs: they retry an unanswered order by its id, at any running process.
 * `gateways` returns the processes that run now.
 */
export function sendTraffic(
  gateways: () => readonly Pick<GatewayProcess, 'clientOf'>[],
  tokens: readonly string[],
  { run, paceMs = 0 }: TrafficOptions,
): Traffic {
  const sent: Sent = { answered: new Map(), refused: 0, broken: [], unknown: 0 };
  const stopping = new AbortController();
  let forgotten = 0;
  const state: { working: number; pause: PromiseWithResolvers<void> | null } = { working: tokens.length, pause: null };

  async function trade(token: string, lane: number): Promise<void> {
    for (let index = 0; ; index += 1) {
      state.working -= 1;
      if (paceMs > 0) await delay(paceMs);
      while (state.pause) await state.pause.promise;
      if (stopping.signal.aborted) return;
      state.working += 1;
      const clientOrderId = `${run}-${lane}-${index}`;
      const id = await placeUntilKnown(clientOrderId, token, lane + index);
      if (id !== null) sent.answered.set(clientOrderId, id);
      // Repeats an order now and then: the answer must be the same.
      if (id !== null && index % 10 === 0) {
        const again = await placeUntilKnown(clientOrderId, token, lane + index);
        if (again !== id) sent.broken.push(`${clientOrderId} was ${id} and then ${again}`);
      }
    }
  }

  /** Null if the order certainly does not exist. */
  async function placeUntilKnown(clientOrderId: string, token: string, turn: number): Promise<string | null> {
    let isUnknown = sent.answered.has(clientOrderId);
    for (let attempt = 0; ; attempt += 1) {
      const some = gateways();
      const gateway = some[(turn + attempt) % some.length];
      try {
        const order = { clientOrderId, symbol: 'BTC/USDT', type: 'limit', price: '97000', quantity: '0.0001' } as const;
        const side = turn % 2 === 0 ? 'buy' : 'sell';
        const placed = await gateway?.clientOf(token).call(calls.trade.create, { ...order, side });
        if (placed) return placed.id;
      } catch (error) {
        if (isTooMuch(error)) {
          await makeRoom(gateway?.clientOf(token));
          return null;
        }
        if (!isTrouble(error)) throw error;
        if (!isCertain(error)) {
          isUnknown = true;
          sent.unknown += 1;
        } else if (!isUnknown) {
          sent.refused += 1;
          await delay(retryMs);
          return null;
        }
      }
      await delay(retryMs);
    }
  }

  const lanes = Promise.all(tokens.map(trade));
  const failed = lanes.then(() => new Promise<never>(() => undefined));
  // Callers that wait for orders or stop them get the error.
  failed.catch(() => undefined);
  const goOn = (): void => {
    state.pause?.resolve();
    state.pause = null;
  };
  return {
    ...sent,
    get refused() {
      return sent.refused;
    },
    get unknown() {
      return sent.unknown;
    },
    get count() {
      return forgotten + sent.answered.size;
    },
    failed,
    pause: async () => {
      state.pause = Promise.withResolvers();
      while (state.working > 0) await Promise.race([delay(5), failed]);
    },
    resume: goOn,
    forget: () => {
      forgotten += sent.answered.size;
      sent.answered.clear();
      sent.broken.length = 0;
    },
    stop: async () => {
      stopping.abort();
      goOn();
      await lanes;
    },
  };
}

/** Waits until this many orders are answered. @throws on a timeout or a wrong refusal */
export async function untilAnswered(traffic: Traffic, count: number): Promise<void> {
  const end = performance.now() + recoveredWithinMs;
  while (traffic.count < count) {
    if (performance.now() > end) throw new Error('orders are no longer answered');
    await Promise.race([delay(5), traffic.failed]);
  }
}

/** Cancels resting orders: self-trade prevention leaves more and more of them. */
async function makeRoom(client: Client | undefined): Promise<void> {
  await client?.call(calls.trade.cancelAll, { symbol: 'all' }).catch((error: unknown) => {
    if (!isTrouble(error)) throw error;
  });
}

function isTooMuch(error: unknown): boolean {
  return error instanceof RefusedError && error.code === Code.tooManyRequests;
}

function isTrouble(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof RefusedError && [Code.unavailable, Code.internal].some((code) => code === error.code);
}

function isCertain(error: unknown): boolean {
  const data: unknown = error instanceof RefusedError && error.code === Code.unavailable ? error.data : null;
  return typeof data === 'object' && data !== null && 'outcomeUnknown' in data && data.outcomeUnknown === false;
}
