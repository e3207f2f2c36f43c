import type pg from 'pg';
import { createAddressLimit, createRateLimit } from '../http/rate-limits.ts';
import { accountKey } from './account-key.ts';
import type { PassportLimits } from './limits.ts';

/** Where a code is to go, and who asks: a customer, or somebody of whom no more than a network address is known. */
export interface CodeRequest {
  readonly address: string;
  readonly customer?: number;
  readonly ip?: string;
}

/** How often codes are sent to one address, whatever for. */
export interface CodeLimit {
  /** Counts one code, or throws the refusal 429. */
  take(request: CodeRequest): Promise<void>;
}

/** @param perHourPerIp codes that nobody known may ask for from one network address, to whatever addresses; 0: any number */
export function createCodeLimit(pool: pg.Pool, limits: PassportLimits['code'], perHourPerIp: number): CodeLimit {
  const hour = { seconds: 3600 };
  const byMinute = createRateLimit(pool, { name: 'code-minute', points: limits.perMinute, seconds: 60 });
  const byHour = createRateLimit(pool, { name: 'code-hour', points: limits.perHour, ...hour });
  const byCustomer = createRateLimit(pool, { name: 'code-customer', points: limits.perHourPerCustomer, ...hour });
  const byIp = perHourPerIp === 0 ? null : createAddressLimit(pool, { name: 'code-ip', points: perHourPerIp, ...hour });
  return {
    take: async ({ address, customer, ip }) => {
      if (customer !== undefined) await byCustomer.take(String(customer));
      else if (ip !== undefined) await byIp?.take(ip);
      // What a customer asks for counts by itself: strangers can't use it up for him.
      const key = `${customer === undefined ? '' : 'own-'}${accountKey(address).toString('hex')}`;
      await byMinute.take(key);
      await byHour.take(key);
    },
  };
}
