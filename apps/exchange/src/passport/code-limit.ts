import type pg from 'pg';
import { createAddressLimit, createRateLimit, networkOf } from '../http/rate-limits.ts';
import { accountKey } from './account-key.ts';
import type { PassportLimits } from './limits.ts';
import { knownAs, type Origin } from '../http/origin.ts';

/** Where a code is to go, and who asks. */
export interface CodeRequest {
  readonly address: string;
  readonly origin: Origin;
  /** Who asks, where they are logged in. */
  readonly customer?: number;
  /** The address is the account's own, and who asks is known to the account. */
  readonly isOwn?: boolean;
}

/** How often codes are sent to one address, whatever for. */
export interface CodeLimit {
  /** Counts one code, or throws the refusal 429. */
  take(request: CodeRequest): Promise<void>;
}

/**
 * Who asks has an allowance by device or network. What strangers ask for has one by address as well, which bounds their mails; what an account's own
 * devices ask for doesn't count there, so that strangers never use it up.
 * @param perHourPerIp codes that nobody known may ask for from one network address, to whatever addresses; 0: any number
 */
export function createCodeLimit(pool: pg.Pool, limits: PassportLimits['code'], perHourPerIp: number): CodeLimit {
  const hour = { seconds: 3600 };
  const byMinute = createRateLimit(pool, { name: 'code-minute', points: limits.perMinute, seconds: 60 });
  const byHour = createRateLimit(pool, { name: 'code-hour', points: limits.perHour, ...hour });
  const toAddress = createRateLimit(pool, { name: 'code-address', points: limits.perHourOfStrangers, ...hour });
  const toAddressByDay = createRateLimit(pool, { name: 'code-day', points: limits.perDayOfStrangers, seconds: 86_400 });
  const byCustomer = createRateLimit(pool, { name: 'code-customer', points: limits.perHourPerCustomer, ...hour });
  const byIp = perHourPerIp === 0 ? null : createAddressLimit(pool, { name: 'code-ip', points: perHourPerIp, ...hour });
  return {
    take: async ({ address, origin, customer, isOwn = false }) => {
      const to = accountKey(address).toString('hex');
      const known = knownAs(origin);
      if (customer !== undefined) await byCustomer.take(String(customer));
      else if (known === null) await byIp?.take(origin.ip);
      const key = `${known ?? networkOf(origin.ip)} ${to}`;
      await byMinute.take(key);
      await byHour.take(key);
      if (isOwn) return;
      await toAddress.take(to);
      await toAddressByDay.take(to);
    },
  };
}
