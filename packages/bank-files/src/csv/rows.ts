import { CsvError, parse } from 'csv-parse/sync';
import { BankFileError } from '../file-error.ts';
import type { CsvMapping } from './mapping.ts';

/** A row's cells by the names of their columns. */
export interface CellRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

/** How many lines may stand before the names of the columns. */
const maxPreamble = 40;

/**
 * Reads the rows below the names of the columns. What stands before them is left out: `sep=;`, the name of the account, the period. A row of another
 * length is refused. @throws BankFileError
 */
export function rowsIn(text: string, mapping: CsvMapping): CellRow[] {
  const needed = neededColumns(mapping);
  const records = recordsIn(text, mapping.delimiter);
  const at = records
    .slice(0, maxPreamble)
    .findIndex(({ record }) => needed.every((name) => named(record).includes(name)));
  const header = records[at];
  if (header === undefined) throw missingColumn(records, needed);
  const names = named(header.record);
  if (new Set(names.filter((name) => name !== '')).size !== names.filter((name) => name !== '').length)
    throw new BankFileError('columns', header.line, 'a column twice');
  return records.slice(at + 1).map(({ record, line }) => {
    // Some banks end each row with a delimiter, but not their names.
    const cells = record.length === names.length + 1 && record.at(-1) === '' ? record.slice(0, -1) : record;
    if (cells.length !== names.length)
      throw new BankFileError('malformed', line, `${cells.length} instead of ${names.length} columns`);
    return { cells: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])), line };
  });
}

function neededColumns({ date, reference, amount, credit, debit, balance }: CsvMapping): string[] {
  const amounts = amount === undefined ? [credit ?? 'credit', debit ?? 'debit'] : [amount];
  return [
    date,
    ...amounts,
    ...(reference === undefined ? [] : [reference]),
    ...(balance === undefined ? [] : [balance]),
  ];
}

function missingColumn(records: readonly { record: string[] }[], needed: readonly string[]): BankFileError {
  const missing = needed.find(
    (name) => !records.slice(0, maxPreamble).some(({ record }) => named(record).includes(name)),
  );
  return new BankFileError('columns', 1, missing ?? needed.join(', '));
}

function named(record: readonly string[]): string[] {
  return record.map((name) => name.trim());
}

function recordsIn(text: string, delimiter: string): { record: string[]; line: number }[] {
  try {
    const records = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
    });
    return (records as unknown as { record: string[]; info: { lines: number } }[])
      .map(({ record, info }) => ({ record, line: info.lines }))
      .filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof CsvError)
      throw new BankFileError('malformed', Number(error['lines'] ?? 1), error.message.slice(0, 80));
    throw error;
  }
}
