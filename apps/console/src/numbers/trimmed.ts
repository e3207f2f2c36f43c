import { formatAmount } from '@fft/kit';

/** An amount without the zeros behind: `25,000` and not `25,000.000000`. For one that stands alone; columns keep their places. */
export function formatTrimmed(value: string): string {
  return formatAmount(value.includes('.') ? value.replace(/\.?0+$/, '') : value);
}
