/** Formats parts per million as a percentage: 800 is `0.08%`. */
export function formatPpm(ppm: number): string {
  return `${(ppm / 10_000).toFixed(4).replace(/0{1,2}$/, '')}%`;
}

/** Parts per million as a percentage to edit: 800 is `0.08`. */
export function percentOf(ppm: number): string {
  return (ppm / 10_000).toFixed(4).replace(/\.?0+$/, '');
}

/** A percentage as parts per million: `0.08` is `800`. Anything else stays as it is, for the server to refuse. */
export function ppmOf(percent: string): string {
  const parts = /^0*(\d*)(?:\.(\d{0,4})0*)?$/.exec(percent.trim().replace(',', '.'));
  if (!parts || !/\d/.test(percent)) return percent;
  const digits = `${parts[1] ?? ''}${(parts[2] ?? '').padEnd(4, '0')}`;
  return digits.replace(/^0+(?=\d)/, '');
}

/** True of a percentage from 0 to 100 with at most four decimals, as it is typed. */
export function isPercent(typed: string): boolean {
  const ppm = ppmOf(typed);
  return /^\d{1,7}$/.test(ppm) && Number(ppm) <= 1_000_000;
}

/** A form's values with each field named `…Ppm` converted from a percentage. */
export function withPpm<Values extends Readonly<Record<string, string>>>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [name, name.endsWith('Ppm') ? ppmOf(value) : value]);
  return Object.fromEntries(entries) as Values;
}
