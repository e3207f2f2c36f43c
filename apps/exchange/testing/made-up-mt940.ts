import { writeAmount, type BankEntry, type Mt940Dialect } from '@fft/bank-files';

/** An entry as a report has it. */
export type Reported = Omit<BankEntry, 'line' | 'unusual'>;

interface WrittenStatement {
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly opening: number;
  readonly closing: number;
  readonly from: string;
  readonly to: string;
  readonly entries: readonly Reported[];
}

/** SWIFT's room for a reference in `:61:`, and for a line of `:86:`. */
const [maxReference, maxLine] = [16, 65];

/** Writes a statement as SWIFT MT940, in one of the forms that banks have for `:86:`. */
export function writeMt940(statement: WrittenStatement, dialect: Mt940Dialect): string {
  const { id, account, currency, opening, closing, from, to, entries } = statement;
  const balance = (units: number, day: string): string =>
    `${units < 0 ? 'D' : 'C'}${shortDay(day)}${currency}${comma(units, currency)}`;
  return [
    `:20:${id}`,
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${balance(opening, from)}`,
    ...entries.flatMap((entry) => [entryLine(entry, currency), ...folded(`:86:${describe(entry, dialect)}`)]),
    `:62F:${balance(closing, to)}`,
    '-',
    '',
  ].join('\r\n');
}

const shortDay = (day: string): string => day.slice(2).replaceAll('-', '');
const comma = (units: number, currency: string): string => writeAmount(Math.abs(units), currency).replace('.', ',');

function entryLine({ booked, direction, amount, isReturn, endToEnd, reference }: Reported, currency: string): string {
  const day = shortDay(booked);
  const own = (endToEnd ?? 'NONREF').slice(0, maxReference);
  const banks = reference === null ? '' : `//${reference}`;
  const type = isReturn ? 'NRTI' : 'NTRF';
  return `:61:${day}${day.slice(2)}${direction === 'in' ? 'C' : 'D'}${comma(amount, currency)}${type}${own}${banks}`;
}

function describe(entry: Reported, dialect: Mt940Dialect): string {
  const { name, account, text, endToEnd, isReturn, direction } = entry;
  if (name === null || dialect === 'unstructured') return text;
  if (dialect === 'german') {
    const code = isReturn ? '159' : direction === 'in' ? '166' : '116';
    const remittance = `${endToEnd === null ? '' : `EREF+${endToEnd}`}SVWZ+${text}`;
    const pieces = remittance.match(/[^]{1,27}/g) ?? [];
    const subfields = pieces.map((piece, index) => `?${20 + index}${piece}`).join('');
    return `${code}?00UEBERWEISUNG${subfields}?31${account}?32${name}`;
  }
  const party = `/${direction === 'in' ? 'ORDP' : 'BENM'}//NAME/${name}/ACCT/${account}`;
  return `${endToEnd === null ? '' : `/EREF/${endToEnd}`}${party}/REMI/${text}`;
}

function folded(line: string): string[] {
  return line.match(new RegExp(`[^]{1,${maxLine}}`, 'g')) ?? [line];
}
