import { useMemo } from 'react';
import { type HideAmounts, useHideAmounts } from '../../features/balances/hide-amounts.ts';
import { formatBalance, hidden } from '../../lib/format/index.ts';

export interface Amounts extends Pick<HideAmounts, 'show'> {
  /** The formatted balance of a coin, or dots. */
  readonly balance: (amount: string, coin: string) => string;
}

/** Formats amounts and balances, or hides them. */
export function useAmounts(): Amounts {
  const { isHidden, show } = useHideAmounts();
  return useMemo(
    () => ({ show, balance: (amount, coin) => (isHidden ? hidden : formatBalance(amount, coin)) }),
    [isHidden, show],
  );
}
