import { readDay } from '../amounts.ts';
import { BankFileError } from '../file-error.ts';

/** How days are written in a bank's CSV. The order of day and month is declared, never guessed. */
export const csvDates = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'DD.MM.YYYY',
  'DD.MM.YY',
  'DD/MM/YYYY',
  'DD/MM/YY',
  'DD-MM-YYYY',
  'DD-MM-YY',
  'MM/DD/YYYY',
  'MM/DD/YY',
  'MM-DD-YYYY',
] as const;
export type CsvDateForm = (typeof csvDates)[number];

/** A time of day may follow. */
const time = String.raw`(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?`;

function patternOf(form: CsvDateForm): RegExp {
  const digits = form
    .replaceAll(/[./]/g, String.raw`\$&`)
    .replace('YYYY', String.raw`(?<y>\d{4})`)
    .replace('YY', String.raw`(?<y>\d\d)`)
    .replace('MM', String.raw`(?<m>\d\d)`)
    .replace('DD', String.raw`(?<d>\d\d)`);
  return new RegExp(`^${digits}${time}$`);
}

/** @throws BankFileError that names the forms which the value has */
export function dayIn(text: string, form: CsvDateForm, { line, column }: { line: number; column: string }): string {
  const day = dayAs(text, form);
  if (day !== null) return readDay(day, line, column);
  const fitting = csvDates.filter((each) => dayAs(text, each) !== null);
  const instead = fitting.length === 0 ? '' : `, ${fitting.join(' or ')}`;
  throw new BankFileError('date', line, `${column}: ${text.slice(0, 40)} instead of ${form}${instead}`);
}

/** The day in a form; null if the text has another one, or no such day exists. */
function dayAs(text: string, form: CsvDateForm): string | null {
  const { y, m, d } = patternOf(form).exec(text)?.groups ?? {};
  if (y === undefined) return null;
  const day = `${y.length === 2 ? `20${y}` : y}-${m}-${d}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}
