import type pg from 'pg';
import { accountKey } from './account-key.ts';
import type { PassportLimits } from './limits.ts';
import { createRateLimit } from '../http/rate-limits.ts';

/** How often codes are sent to one address, whoever asks and whatever for. */
export interface CodeLimit {
  /** Counts one code, or throws the refusal 429. `customer` is who asks, where it is known. */
  take(address: string, customer?: number): Promise<void>;
}

export function createCodeLimit(pool: pg.Pool, limits: PassportLimits['code']): CodeLimit {
  const byMinute = createRateLimit(pool, { name: 'code-minute', points: limits.perMinute, seconds: 60 });
  const byHour = createRateLimit(pool, { name: 'code-hour', points: limits.perHour, seconds: 3600 });
  const byCustomer = createRateLimit(pool, {
    name: 'code-customer',
    points: limits.perHourPerCustomer,
    seconds: 3600,
  });
  return {
    take: async (address, customer) => {
      if (customer !== undefined) await byCustomer.take(String(customer));
      const key = accountKey(address).toString('hex');
      await byMinute.take(key);
      await byHour.take(key);
    },
  };
}
