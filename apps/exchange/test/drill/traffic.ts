import { setTimeout as delay } from 'node:timers/promises';
import { NetworkError, RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import type { GatewayProcess } from '../gateway-process.ts';

/** What became of every order that was sent. */
export interface Sent {
  /** By `clientOrderId`: the order's id, as it was answered first. */
  readonly answered: Map<string, string>;
  /** Refused, and certain not to have happened. */
  readonly refused: Set<string>;
  /** Answered otherwise than the time before: a broken promise. */
  readonly broken: string[];
  /** How often no answer came, or one that the outcome is unknown; the same order was sent again then. */
  unknown: number;
}

export interface Traffic extends Sent {
  stop(): Promise<void>;
}

const retryMs = 50;

/**
 * Customers who place orders one after the other, as careful programs do: what wasn't answered is asked for again by its id, at whatever process is there.
 * `gateways` is asked for those of the moment.
 */
export function sendTraffic(
  gateways: () => readonly GatewayProcess[],
  tokens: readonly string[],
  run: string,
): Traffic {
  const sent: Sent = { answered: new Map(), refused: new Set(), broken: [], unknown: 0 };
  const stopping = new AbortController();

  async function trade(token: string, lane: number): Promise<void> {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
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
        if (!isTrouble(error)) throw error;
        if (!isCertain(error)) {
          isUnknown = true;
          sent.unknown += 1;
        } else if (!isUnknown) {
          sent.refused.add(clientOrderId);
          await delay(retryMs);
          return null;
        }
      }
      await delay(retryMs);
    }
  }

  const lanes = Promise.all(tokens.map(trade));
  // Who stops it hears of it.
  lanes.catch(() => undefined);
  return Object.assign(sent, {
    stop: async () => {
      stopping.abort();
      await lanes;
    },
  });
}

function isTrouble(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof RefusedError && [Code.unavailable, Code.internal].some((code) => code === error.code);
}

function isCertain(error: unknown): boolean {
  const data: unknown = error instanceof RefusedError && error.code === Code.unavailable ? error.data : null;
  return typeof data === 'object' && data !== null && 'outcomeUnknown' in data && data.outcomeUnknown === false;
}
