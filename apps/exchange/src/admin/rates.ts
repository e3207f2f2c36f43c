import { consoleCalls } from '@fft/console-contract';
import type { RateBook } from '../markets/index.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface RatesOptions {
  readonly rateBook: RateBook;
  readonly approvals: Pick<Approvals, 'propose'>;
}

/** Binds the calls about display rates. */
export function bindRates(bind: Bind, { rateBook, approvals }: RatesOptions): void {
  const { markets } = consoleCalls;
  bind(markets.setRate, async (rate, by) => {
    const change = await rateBook.set(rate, { operator: by.name });
    if (change === null) return { state: 'set' as const };
    await approvals.propose(by, { act: 'rate', target: `rate ${rate.unit}`, input: change });
    return { state: 'waitsForSecond' as const };
  });
  bind(markets.removeRate, async ({ unit }, by) => {
    await rateBook.remove(unit, by.name);
    return null;
  });
}

/** Sets a rate that two operators agreed to. */
export function createRateApproval({ rateBook }: Pick<RatesOptions, 'rateBook'>): ExecuteApproval<'rate'> {
  return async ({ unit, perUsdt }, { by, agreement }) => {
    await rateBook.set({ unit, perUsdt }, { operator: by.name, agreement });
    return {};
  };
}
