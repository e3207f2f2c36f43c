import { readAmount } from '../amounts.ts';
import { BankFileError } from '../file-error.ts';
import type { BankEntry, BankStatement, ParsedStatement, StatementHead } from '../statement.ts';
import { describe, type Mt940Dialect } from './dialects.ts';
import { dayOf, readEntryLine } from './entry-line.ts';
import { messagesIn, type Field } from './fields.ts';

/** The dialect of a statement's account. */
export type DialectOf = (head: StatementHead) => Mt940Dialect;

/** Reads SWIFT MT940: one statement for each `:20:`, each read or refused by itself. @throws BankFileError if it has none */
export function readMt940(text: string, dialectOf: DialectOf): ParsedStatement[] {
  return messagesIn(text).map((message): ParsedStatement => {
    const head = headOf(message);
    try {
      return { kind: 'parsed', statement: readMessage(message, dialectOf(head)) };
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      return { kind: 'refused', head, error };
    }
  });
}

/** Of which account a message is, also if it can't be read. */
function headOf(fields: readonly Field[]): StatementHead {
  const first = (...tags: string[]): string => fields.find(({ tag }) => tags.includes(tag))?.lines[0] ?? '';
  const [, currency = ''] = /^[CD]\d{6}([A-Z]{3})/.exec(first('60F', '60M')) ?? [];
  const account = first('25', '25P').replaceAll(/\s/g, '');
  return { id: first('20'), account, currency, line: fields[0]?.line ?? 1 };
}

function readMessage(fields: readonly Field[], dialect: Mt940Dialect): BankStatement {
  const first = fields[0] as Field;
  const field = (...tags: string[]): Field => {
    const found = fields.filter(({ tag }) => tags.includes(tag));
    if (found.length !== 1 || !found[0]) throw new BankFileError('missing', first.line, `:${tags.join(': or :')}:`);
    return found[0];
  };
  const [account, number] = [field('25', '25P'), field('28C', '28')];
  const opening = balanceOf(field('60F', '60M'));
  const closing = balanceOf(field('62F', '62M'), opening.currency);
  const closingAt = fields.findIndex(({ tag }) => tag === '62F' || tag === '62M');
  const entries: BankEntry[] = [];
  for (const [index, one] of fields.entries()) {
    const next = fields[index + 1];
    if (one.tag !== '61') continue;
    // A payer's text that ended the statement could go on with one.
    if (index > closingAt) throw new BankFileError('malformed', one.line, ':61: after the closing balance');
    entries.push(entryOf(one, next?.tag === '86' ? next : null, { currency: opening.currency, dialect }));
  }
  return {
    id: `${first.lines[0] ?? ''} ${number.lines[0] ?? ''}`,
    account: (account.lines[0] ?? '').replaceAll(/\s/g, ''),
    currency: opening.currency,
    opening: opening.units,
    closing: closing.units,
    from: opening.day,
    to: closing.day,
    entries,
    line: first.line,
  };
}

const balance = /^([CD])(\d{6})([A-Z]{3})(.+)$/;

function balanceOf({ tag, lines, line }: Field, currency?: string) {
  const [, mark, date = '', given = '', amount = ''] = balance.exec((lines[0] ?? '').trimEnd()) ?? [];
  if (mark === undefined) throw new BankFileError('malformed', line, `:${tag}:`);
  if (currency !== undefined && given !== currency)
    throw new BankFileError('currency', line, `${given} instead of ${currency}`);
  const units = readAmount(amount, { currency: given, sign: ',', line, detail: `:${tag}:` });
  return { units: mark === 'C' ? units : -units, currency: given, day: dayOf(date, line, tag) };
}

function entryOf(
  field: Field,
  description: Field | null,
  { currency, dialect }: { readonly currency: string; readonly dialect: Mt940Dialect },
): BankEntry {
  const entry = readEntryLine(field, currency);
  const { reference, direction, amount, booked } = entry;
  const described = describe(description, entry, dialect);
  // What makes a return is the bank's own code, never a text.
  const isReturn = entry.isReturn || described.isReturn;
  return {
    reference,
    direction,
    amount,
    booked,
    bookedAt: null,
    parts: [],
    unusual: null,
    ...described,
    endToEnd: described.endToEnd ?? entry.endToEnd,
    isReturn,
    reason: isReturn ? described.reason : null,
    line: field.line,
  };
}
