import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import { formatUsdt } from '../../markets/prices/valuation.ts';
import type { WithdrawalArea } from './area.ts';
import { dayRoom } from './room.ts';
import { dayLimit } from './rules.ts';

/** Returns the customer's 24-hour limit and use, and the limit of each level. */
export function withdrawalLimits(area: WithdrawalArea): Handler<typeof calls.withdrawals.limits> {
  return async (_input, { customer }) => {
    const { limit, used } = await dayRoom(area, customer.id);
    return {
      dayLimit: formatUsdt(limit),
      dayUsed: formatUsdt(used),
      levels: {
        unverified: formatUsdt(dayLimit(area.limits, 'none')),
        verified: formatUsdt(dayLimit(area.limits, 'passed')),
      },
    };
  };
}
