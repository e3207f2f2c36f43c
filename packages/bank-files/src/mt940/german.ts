import { given, plain, type Description } from './description.ts';

interface Subfield {
  readonly number: number;
  readonly text: string;
}

/** Subfields: the posting's text, its number, remittance, bank, account, name, reason of a return, more remittance. */
const numbers = new Set([0, 10, ...range(20, 29), 30, 31, 32, 33, 34, ...range(60, 63)]);

/** A returned credit transfer and a returned direct debit, by the code of the posting. */
const returnCodes = new Set(['109', '159']);

/** Labels of references before the remittance `SVWZ+`. After it, all is the payer's text. */
const label = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|ABWA|ABWE|IBAN|BIC|PURP|RTRN|SVWZ)\+/g;

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * The form of German banks: a code of three digits, and subfields like `?20` in rising order, each once. A payer who writes `?32` into a text makes a
 * second one, or breaks the order: then neither name nor account is known.
 */
export function readGerman(joined: string): Description {
  const [, code = '', rest] = /^(\d{3})(\?\d\d[^]*)$/.exec(joined) ?? [];
  if (rest === undefined) return plain(joined);
  const fields = subfieldsIn(rest);
  const isOrdered = fields.every(({ number }, index) => index === 0 || number > (fields[index - 1]?.number ?? 0));
  const between = (from: number, to: number): string =>
    fields.flatMap(({ number, text }) => (number >= from && number <= to ? [text] : [])).join('');
  const labelled = readLabels(between(20, 29) + between(60, 63));
  const isReturn = returnCodes.has(code);
  return {
    name: isOrdered ? given(between(32, 33)) : null,
    account: isOrdered ? given(between(31, 31)) : null,
    ...labelled,
    isReturn,
    reason: isReturn && isOrdered ? given(between(34, 34)) : null,
  };
}

/** A question mark without one of the known numbers is text. */
function subfieldsIn(text: string): Subfield[] {
  const fields: { number: number; text: string }[] = [];
  for (const part of text.split(/(?=\?\d\d)/)) {
    const number = Number(part.slice(1, 3));
    const last = fields.at(-1);
    if (numbers.has(number) || !last) fields.push({ number, text: part.slice(3) });
    else last.text += part;
  }
  return fields;
}

/** Labels count where the bank writes them: one after another from the beginning on, each once, up to `SVWZ+`. */
function readLabels(text: string): Pick<Description, 'text' | 'endToEnd'> {
  const found = [...text.matchAll(label)];
  const remittance = found.findIndex(([, name]) => name === 'SVWZ');
  const before = remittance < 0 ? found : found.slice(0, remittance);
  const first = found[0];
  if (!first || first.index !== 0) return { text: text.trim(), endToEnd: null };
  const references = before.filter(([, name]) => name === 'EREF');
  const [reference] = references;
  const next = reference && found.find(({ index }) => index > reference.index);
  const value = reference && text.slice(reference.index + reference[0].length, next?.index);
  const start = found[remittance];
  return {
    text: (start ? text.slice(start.index + start[0].length) : text).trim(),
    endToEnd: references.length === 1 ? given(value) : null,
  };
}
