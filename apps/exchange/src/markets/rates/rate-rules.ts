/** Maximum number of decimals of a rate. */
const ratePlaces = 12;

const form = /^\d{1,12}(?:\.\d{1,12})?$/;
/** Percentage by which one operator may change a rate, compared with each of its values within a day. */
const maxPercent = 10n;

const isoCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** ISO 4217 codes of no country: metals, funds, tests. */
const ofNoCountry = /^X(?!AF|CD|CG|OF|PF)/;

/** True if a code names a national currency. A listed coin never does, even if its code is in ISO 4217. */
export function isFiatCode(code: string, isListedCoin: (code: string) => boolean): boolean {
  return isoCodes.has(code) && !ofNoCountry.test(code) && !isListedCoin(code);
}

/** A rate in units of 10^-12; null if it is zero, has too many decimals, or is not a decimal. */
export function rateUnits(text: string): bigint | null {
  if (!form.test(text)) return null;
  const [integer = '', fraction = ''] = text.split('.');
  const units = BigInt(integer + fraction.padEnd(ratePlaces, '0'));
  return units === 0n ? null : units;
}

/** True if one operator may set a rate alone: it is near every value of the rate within the last day. */
export function isNear(rate: bigint, lately: readonly bigint[]): boolean {
  return (
    lately.length > 0 &&
    lately.every((before) => {
      const distance = rate > before ? rate - before : before - rate;
      return distance * 100n <= before * maxPercent;
    })
  );
}
