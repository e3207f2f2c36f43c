import { readAmount, readDay } from './amounts.ts';
import { BankFileError } from './file-error.ts';
import type { BankEntry, BankStatement, ParsedStatement } from './statement.ts';

interface Field {
  readonly tag: string;
  readonly lines: readonly string[];
  readonly line: number;
}

/** Reads SWIFT MT940: one statement for each `:20:`, each read or refused by itself. @throws BankFileError */
export function readMt940(text: string): ParsedStatement[] {
  const messages: Field[][] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') messages.push([]);
    const message = messages.at(-1);
    if (!message) throw new BankFileError('malformed', field.line, `:${field.tag}: before :20:`);
    message.push(field);
  }
  return messages.map((message): ParsedStatement => {
    try {
      return { kind: 'parsed', statement: readMessage(message) };
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      return { kind: 'refused', head: headOf(message), error };
    }
  });
}

function headOf(fields: readonly Field[]) {
  const first = (tag: string): string => fields.find((field) => field.tag === tag)?.lines[0] ?? '';
  const account = first('25').replaceAll(/\s/g, '');
  return { id: first('20'), account, currency: '', line: fields[0]?.line ?? 1 };
}

/** Fields may go on over several lines; block headers and the final `-` are no fields. */
function fieldsOf(text: string): Field[] {
  const fields: { tag: string; lines: string[]; line: number }[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/^(\{\d:[^{}]*\})*\{4:/, '');
    const begun = /^:(\d\d[A-Z]?):(.*)$/.exec(line);
    if (begun) fields.push({ tag: begun[1] ?? '', lines: [begun[2] ?? ''], line: index + 1 });
    else if (!/^(-\}?.*|\{.*|\s*)$/.test(line)) {
      const last = fields.at(-1);
      if (!last) throw new BankFileError('malformed', index + 1, line.slice(0, 40));
      last.lines.push(line);
    }
  }
  return fields;
}

function readMessage(fields: readonly Field[]): BankStatement {
  const first = fields[0] as Field;
  const field = (...tags: string[]): Field => {
    const found = fields.filter(({ tag }) => tags.includes(tag));
    if (found.length !== 1 || !found[0]) throw new BankFileError('missing', first.line, `:${tags.join(': or :')}:`);
    return found[0];
  };
  const [account, number] = [field('25'), field('28C', '28')];
  const opening = balanceOf(field('60F', '60M'));
  const closing = balanceOf(field('62F', '62M'), opening.currency);
  const entries: BankEntry[] = [];
  for (const [index, one] of fields.entries()) {
    const next = fields[index + 1];
    if (one.tag === '61') entries.push(entryOf(one, next?.tag === '86' ? next : null, opening.currency));
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
  const [, mark, date = '', given = '', amount = ''] = balance.exec(lines[0] ?? '') ?? [];
  if (mark === undefined) throw new BankFileError('malformed', line, `:${tag}:`);
  if (currency !== undefined && given !== currency)
    throw new BankFileError('currency', line, `${given} instead of ${currency}`);
  const units = readAmount(amount, { currency: given, sign: ',', line, detail: `:${tag}:` });
  return { units: mark === 'C' ? units : -units, currency: given, day: dayOf(date, line, tag) };
}

function dayOf(date: string, line: number, tag: string): string {
  return readDay(`20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`, line, `:${tag}:`);
}

/** Value date, booking date, mark, third letter of the currency, amount, type, the customer's reference, the bank's reference. */
const entry = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?([\d.,]+)([NFS][A-Z0-9]{3})(.*?)(?:\/\/(.{1,16}))?$/;

function entryOf({ lines, line }: Field, description: Field | null, currency: string): BankEntry {
  const found = entry.exec((lines[0] ?? '').trimEnd());
  if (!found) throw new BankFileError('malformed', line, ':61:');
  const [, value = '', booking, mark = '', , amount = '', , own = '', reference] = found;
  const units = readAmount(amount, { currency, sign: ',', line, detail: ':61:' });
  const described = describe(description?.lines ?? []);
  const isReturn = mark.startsWith('R') || described.reason !== null;
  // RC takes a credit back, RD a debit.
  const direction = mark === 'C' || mark === 'RD' ? ('in' as const) : ('out' as const);
  return {
    reference: reference?.trim() || null,
    direction,
    amount: units,
    booked: bookedOn(value, booking, line),
    bookedAt: null,
    parts: [],
    unusual: null,
    ...described,
    endToEnd: described.endToEnd ?? customersReference(own.trim()),
    isReturn,
    line,
  };
}

function customersReference(own: string): string | null {
  return own === '' || own === 'NONREF' ? null : own;
}

/** The booking date has no year: it is the one next to the value date. */
function bookedOn(value: string, booking: string | undefined, line: number): string {
  const valued = dayOf(value, line, '61');
  if (booking === undefined) return valued;
  const years = [0, -1, 1].map((shift) => Number(valued.slice(0, 4)) + shift);
  const days = years.map((year) => `${year}-${booking.slice(0, 2)}-${booking.slice(2)}`);
  const distance = (day: string): number =>
    Math.abs(Date.parse(`${day}T00:00:00Z`) - Date.parse(`${valued}T00:00:00Z`));
  const nearest = days.reduce((best, day) => (distance(day) < distance(best) ? day : best));
  return readDay(nearest, line, ':61:');
}

/** What `:86:` says, in the German form (`?20`…), with slashes (`/REMI/`), or as plain text. */
function describe(lines: readonly string[]) {
  const joined = lines.join('');
  if (/\?\d\d/.test(joined)) return describeNumbered(joined);
  const coded = (code: string): string | null => new RegExp(`/${code}/([^/]*)`).exec(joined)?.[1]?.trim() || null;
  return {
    name: coded('NAME'),
    account: coded('IBAN') ?? coded('ACCT'),
    text: coded('REMI') ?? lines.join(' ').trim(),
    endToEnd: coded('EREF'),
    reason: coded('RTRN'),
  };
}

function describeNumbered(joined: string) {
  const parts = [...joined.matchAll(/\?(\d\d)([^?]*)/g)].map(([, number, text]) => ({
    number: Number(number),
    text: text ?? '',
  }));
  const between = (from: number, to: number): string =>
    parts.flatMap(({ number, text }) => (number >= from && number <= to ? [text] : [])).join('');
  const text = between(20, 29) + between(60, 63);
  const named = (code: string): string | null =>
    new RegExp(`${code}\\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|RTRN)\\+|$)`).exec(text)?.[1]?.trim() ||
    null;
  return {
    name: between(32, 33).trim() || null,
    account: between(31, 31).trim() || null,
    text: named('SVWZ') ?? text,
    endToEnd: named('EREF'),
    reason: named('RTRN'),
  };
}
