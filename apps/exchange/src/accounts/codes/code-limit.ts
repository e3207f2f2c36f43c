import type pg from 'pg';
import { networkOf } from '../../platform/limits/network-of.ts';
import { createAddressLimit, createRateLimit, type RateLimit } from '../../platform/limits/allowances.ts';
import { knownAs, type Origin } from '../../transport/http/origin.ts';
import type { CodePurpose } from '../mails/code-mail.ts';
import { accountKey } from '../limits/account-key.ts';
import type { AccountLimits } from '../limits/account-limits.ts';

/** The destination of a code, and its caller. */
export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly address: string;
  readonly origin: Origin;
  /** The caller, if logged in. */
  readonly customer?: number;
  /** True if the address is the account's own and the caller is known to the account. */
  readonly isOwn?: boolean;
}

/** Limits codes to one address, for all purposes, and to all addresses together. */
export interface CodeLimit {
  /** Counts one code. @throws Refusal `tooManyRequests` */
  take(request: CodeRequest): Promise<void>;
  /** Shared allowances that were used up within the last minutes. */
  readonly usedUp: readonly string[];
}

export interface CodeLimitOptions {
  readonly pool: pg.Pool;
  readonly limits: AccountLimits['code'];
  /** Codes that unknown callers may request from one IP address, to all addresses; 0 for no limit. */
  readonly perHourPerIp: number;
  readonly now: () => number;
}

/** A used-up allowance is reported for this time. */
const toldMs = 10 * 60_000;

/**
 * Each caller has an allowance by device or network. Strangers' requests also count per address, which bounds its mails, and in total, which
 * bounds the load of the mail server or SMS provider. An account's own devices count in neither, so strangers can't use up their allowance.
 */
export function createCodeLimit(options: CodeLimitOptions): CodeLimit {
  const { perHourPerIp, now } = options;
  const { byMinute, byHour, byDay, toAddress, toAddressByDay, byCustomer, byIp, ofAllStrangers, ofSms } =
    allowances(options);
  const usedUp = new Map<string, number>();

  /** One of few purposes. */
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
