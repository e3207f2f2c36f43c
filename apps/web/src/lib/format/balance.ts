import { formatAmount, missing } from '@fft/kit';

/** Decimals shown of national money; the ledger may keep more. */
const currencyPlaces = 2;

let currencies: ReadonlySet<string> | null = null;

/** True for a national currency of ISO 4217, like `CNY`. */
function isCurrency(coin: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(coin);
}

/** Formats a balance or a change of one: `0.00`, `12,480.360001`. National money is cut to two places; of a coin, all digits but trailing zeros are shown. */
export function formatBalance(amount: string | null, coin: string): string {
  if (amount === null) return missing;
  return isCurrency(coin)
    ? formatAmount(amount, currencyPlaces)
    : formatAmount(amount.replace(/(\.\d\d\d*?)0+$/, '$1'));
}
