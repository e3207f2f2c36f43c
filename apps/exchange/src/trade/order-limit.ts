import { Code } from '@fft/contract';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../http/refusal.ts';
import type { TradeArea } from './area.ts';

const sweepsPer10s = 20;

/** Counts an order of a customer, or an amendment, which is one as well. @throws Refusal 429 where he has sent too many */
export type CountOrder = (customer: number) => Promise<void>;

/** What a customer sends by way of other processes counts as well: they are seen in the journal. */
export function countOrders({ host, ordersPer10s, orderLimits }: TradeArea): CountOrder {
  const standard = limiterOf(ordersPer10s);
  const own = new Map([...orderLimits].map(([customer, points]) => [customer, limiterOf(points)]));
  const limiterFor = (customer: number): RateLimiterMemory => own.get(customer) ?? standard;
  host.subscribeForeign((commands) => {
    for (const command of commands) {
      if (command.type === 'place' || command.type === 'amend') {
        void limiterFor(command.owner).penalty(command.owner);
      }
    }
  });
  return (customer) => takeOne(limiterFor(customer), customer);
}

/** Counts what goes through all of a customer's orders at once: cancelling all, and timers that will. It has a limit of its own, so that who has sent too many orders can still take them back. */
export function countSweeps(): CountOrder {
  const limiter = limiterOf(sweepsPer10s);
  return (customer) => takeOne(limiter, customer);
}

async function takeOne(limiter: RateLimiterMemory, customer: number): Promise<void> {
  try {
    await limiter.consume(customer);
  } catch (limit) {
    if (!(limit instanceof RateLimiterRes)) throw limit;
    const seconds = Math.max(1, Math.ceil(limit.msBeforeNext / 1000));
    throw new Refusal(Code.tooManyRequests, 'tooManyOrders', { values: { seconds }, data: { retryAfter: seconds } });
  }
}

function limiterOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: 10 });
}
