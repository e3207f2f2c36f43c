import type pg from 'pg';
import { createAddressLimit, createRateLimit, networkOf, type RateLimit } from '../../transport/http/rate-limits.ts';
import { knownAs, type Origin } from '../../transport/http/origin.ts';
import type { CodePurpose } from '../mails/code-mail.ts';
import { accountKey } from '../limits/account-key.ts';
import type { AccountLimits } from '../limits/account-limits.ts';

/** Where a code is to go, and who asks. */
export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly address: string;
  readonly origin: Origin;
  /** Who asks, where they are logged in. */
  readonly customer?: number;
  /** The address is the account's own, and who asks is known to the account. */
  readonly isOwn?: boolean;
}

/** How often codes are sent to one address, whatever for, and to all addresses together. */
export interface CodeLimit {
  /** Counts one code, or throws the refusal 429. */
  take(request: CodeRequest): Promise<void>;
  /** The allowances of all callers together that were used up within the last minutes. */
  readonly usedUp: readonly string[];
}

export interface CodeLimitOptions {
  readonly pool: pg.Pool;
  readonly limits: AccountLimits['code'];
  /** Codes that nobody known may ask for from one network address, to whatever addresses; 0: any number. */
  readonly perHourPerIp: number;
  readonly now: () => number;
}

/** For so long people are told of an allowance that was used up. */
const toldMs = 10 * 60_000;

/**
 * Who asks has an allowance by device or network. What strangers ask for has one by address as well, which bounds their mails, and one together, which
 * bounds what a mail server or a provider of SMS has to take. What an account's own devices ask for counts in neither, so strangers never use it up.
 */
export function createCodeLimit(options: CodeLimitOptions): CodeLimit {
  const { perHourPerIp, now } = options;
  const { byMinute, byHour, byDay, toAddress, toAddressByDay, byCustomer, byIp, ofAllStrangers, ofSms } =
    allowances(options);
  const usedUp = new Map<string, number>();

  /** Of few names: purposes. */
  async function takeTogether(limit: RateLimit, name: string): Promise<void> {
    try {
      await limit.take(name);
    } catch (error) {
      usedUp.set(name, now());
      throw error;
    }
  }

  return {
    get usedUp() {
      return [...usedUp].filter(([, time]) => time > now() - toldMs).map(([name]) => name);
    },
    take: async ({ purpose, address, origin, customer, isOwn = false }) => {
      const to = accountKey(address).toString('hex');
      const known = knownAs(origin);
      if (customer !== undefined) await byCustomer.take(String(customer));
      else if (known === null && perHourPerIp > 0) await byIp.take(origin.ip);
      const key = `${known ?? networkOf(origin.ip)} ${to}`;
      await byMinute.take(key);
      await byHour.take(key);
      if (known === null) await byDay.take(key);
      if (!isOwn) {
        await toAddress.take(to);
        await toAddressByDay.take(to);
      }
      if (purpose === 'phone') await takeTogether(ofSms, 'SMS');
      else if (!isOwn) await takeTogether(ofAllStrangers, purpose);
    },
  };
}

function allowances({ pool, limits, perHourPerIp }: CodeLimitOptions) {
  const make = (name: string, points: number, seconds: number) => createRateLimit(pool, { name, points, seconds });
  const hour = 3600;
  const day = 86_400;
  return {
    byMinute: make('code-minute', limits.perMinute, 60),
    byHour: make('code-hour', limits.perHour, hour),
    byDay: make('code-network-day', limits.perDayPerNetwork, day),
    toAddress: make('code-address', limits.perHourOfStrangers, hour),
    toAddressByDay: make('code-day', limits.perDayOfStrangers, day),
    byCustomer: make('code-customer', limits.perHourPerCustomer, hour),
    byIp: createAddressLimit(pool, { name: 'code-ip', points: perHourPerIp, seconds: hour }),
    ofAllStrangers: make('code-strangers', limits.perHourOfAllStrangers, hour),
    ofSms: make('code-sms', limits.smsPerHour, hour),
  };
}
