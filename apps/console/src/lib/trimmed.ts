import { formatAmount } from '@fft/kit';

/** A decimal without the zeros behind, as it is typed. */
export function trimZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

/** An amount without the zeros behind: `25,000` and not `25,000.000000`. For one that stands alone; columns keep their places. */
export function formatTrimmed(value: string): string {
  return formatAmount(trimZeros(value));
}
