import { setTimeout as delay } from 'node:timers/promises';
import { NetworkError, RefusedError, type Client } from '@fft/client';
import { calls, Code } from '@fft/contract';
import type { GatewayProcess } from '../gateway-process.ts';

/** What became of every order that was sent. */
export interface Sent {
  /** By `clientOrderId`: the order's id, as it was answered first. */
  readonly answered: Map<string, string>;
  /** How many were refused, and are certain not to have happened. */
  refused: number;
  /** Answered otherwise than the time before: a broken promise. */
  readonly broken: string[];
  /** How often no answer came, or one that the outcome is unknown; the same order was sent again then. */
  unknown: number;
}

export interface Traffic extends Readonly<Sent> {
  /** How many orders were answered, also those that were compared and forgotten. */
  readonly count: number;
  /** Resolves when what became of every order that was sent is known; no more are sent until {@link resume}. */
  pause(): Promise<void>;
  resume(): void;
  /** Keeps what was answered no longer, as it was compared. */
  forget(): void;
  /** Rejects where an order was refused that should not have been. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export interface TrafficOptions {
  /** Makes the orders' ids of this run its own. */
  readonly run: string;
  /** Customers wait so long between two orders; not at all unless told. */
  readonly paceMs?: number;
}

const retryMs = 50;
const recoveredWithinMs = 60_000;

/**
 * Customers who place orders one after the other, as careful programs do: what wasn't answered is asked for again by its id, at whatever process is there.
 * `gateways` is asked for those of the moment.
 */
export function sendTraffic(
  gateways: () => readonly GatewayProcess[],
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
      // Now and then the same order once more: it has to be the same.
      if (id !== null && index % 10 === 0) {
        const again = await placeUntilKnown(clientOrderId, token, lane + index);
        if (again !== id) sent.broken.push(`${clientOrderId} was ${id} and then ${again}`);
      }
    }
  }

  /** Null where it is certain that there is no such order. */
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
  // Who waits for orders, or stops it, hears of it.
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

/** Waits until so many are answered. @throws where that takes too long, or what was asked was refused */
export async function untilAnswered(traffic: Traffic, count: number): Promise<void> {
  const end = performance.now() + recoveredWithinMs;
  while (traffic.count < count) {
    if (performance.now() > end) throw new Error('orders are not answered any more');
    await Promise.race([delay(5), traffic.failed]);
  }
}

/** Takes back what rests: who meets his own orders leaves more and more of them. */
async function makeRoom(client: Client | undefined): Promise<void> {
  await client?.call(calls.trade.cancelAll, {}).catch((error: unknown) => {
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
