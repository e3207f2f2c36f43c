import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import type { WithdrawalOptions } from './options.ts';
import { dayRoom } from './day-room.ts';
import { dayLimit } from './rules.ts';

/** Returns the customer's 24-hour limit and use, and the limit of each level. */
export function withdrawalLimits(options: WithdrawalOptions): Handler<typeof calls.withdrawals.limits> {
  return async (_input, { customer }) => {
    const { limit, used } = await dayRoom(options, customer.id);
    return {
      identityRequired: options.identityRequired,
      dayLimit: formatUsdt(limit),
      dayUsed: formatUsdt(used),
      levels: {
        unverified: formatUsdt(dayLimit(options.limits, 'none')),
        verified: formatUsdt(dayLimit(options.limits, 'passed')),
      },
    };
  };
}
