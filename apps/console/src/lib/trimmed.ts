import { formatAmount } from '@fft/kit';

/** Removes trailing zeros from a decimal. */
export function trimZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

/** Formats an amount without trailing zeros: `25,000`, not `25,000.000000`. */
export function formatTrimmed(value: string): string {
  return formatAmount(trimZeros(value));
}
