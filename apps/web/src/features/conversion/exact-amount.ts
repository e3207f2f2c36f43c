import { trimZeros } from '../../lib/exact.ts';
import { formatAmount } from '../../lib/format/index.ts';

/** An amount with all its places, and its coin. */
export const exactAmount = (amount: string, coin: string): string => `${formatAmount(trimZeros(amount))} ${coin}`;
