export interface Coverage {
  /** `104.2%`, cut and never rounded up; null if nothing is owed. */
  readonly percent: string | null;
  readonly isCovered: boolean;
}

const maxShown = 1_000n;

/** Ratio of holdings, plus payments still counted as owed, to liabilities. Exact, on decimal strings. */
export function coverageOf({
  held,
  leaving,
  owed,
}: {
  readonly held: string;
  readonly leaving: string;
  readonly owed: string;
}): Coverage {
  const places = Math.max(...[held, leaving, owed].map((value) => value.split('.')[1]?.length ?? 0));
  const [has, paid, owes] = [held, leaving, owed].map((value) => unitsOf(value, places)) as [bigint, bigint, bigint];
  const isCovered = has + paid >= owes;
  if (owes <= 0n) return { percent: null, isCovered };
  const permille = ((has + paid) * 1_000n) / owes;
  if (permille > maxShown * 10n) return { percent: '> 1,000%', isCovered };
  return { percent: `${permille / 10n}.${permille % 10n}%`, isCovered };
}

function unitsOf(value: string, places: number): bigint {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(places, '0'));
  return value.startsWith('-') ? -units : units;
}
