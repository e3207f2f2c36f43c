import { isValidIBAN } from 'ibantools';
import { readAbnAmro, readIng, readSwift } from './coded.ts';
import { plain, type Description } from './description.ts';
import type { EntryLine } from './entry-line.ts';
import { messagesIn, type Field } from './fields.ts';
import { readGerman } from './german.ts';

/** The forms in which banks write `:86:`. An account has one; by default it says nothing but text. */
export const mt940Dialects = ['unstructured', 'german', 'swift', 'rabobank', 'ing', 'abnAmro'] as const;
export type Mt940Dialect = (typeof mt940Dialects)[number];

type Describe = (joined: string) => Description;

const readers: Readonly<Record<Mt940Dialect, Describe>> = {
  unstructured: plain,
  german: readGerman,
  swift: readSwift,
  rabobank: readSwift,
  ing: readIng,
  abnAmro: readAbnAmro,
};

/** What an entry says besides its `:61:`. Rabobank writes the other side's account into its second line. */
export function describe(field: Field | null, { supplement }: EntryLine, dialect: Mt940Dialect): Description {
  const lines = field?.lines ?? [];
  const joined = lines.join(dialect === 'unstructured' ? '\n' : '').trim();
  const read = readers[dialect](joined);
  const isAccount = dialect === 'rabobank' && isValidIBAN(supplement);
  return isAccount ? { ...read, account: supplement } : read;
}

/**
 * The dialect in which every description of a sample is written. A proposal for a person who declares it: a payer's text could look like one.
 */
export function recogniseDialect(text: string): Mt940Dialect {
  const entries = messagesIn(text).flatMap((fields) =>
    fields.flatMap((field, index) => {
      const before = fields[index - 1];
      return field.tag === '86' && before?.tag === '61' ? [{ before, joined: field.lines.join('').trim() }] : [];
    }),
  );
  const all = (form: RegExp): boolean => entries.length > 0 && entries.every(({ joined }) => form.test(joined));
  if (all(/^\d{3}\?\d\d/)) return 'german';
  if (all(/^\/TRTP\//)) return 'abnAmro';
  if (all(/^\/(RTRN|CREF|EREF|PREF|IREF|MARF|CSID|CNTP)\/[^]*(\/CNTP\/|\/REMI\/(USTD|STRD)\/)/)) return 'ing';
  if (!all(/^\/(RTRN|MARF|CSID|EREF|PREF|KREF|ORDP|BENM|REMI|TRCD)\//)) return 'unstructured';
  const isRabobank = entries.some(({ before }) => isValidIBAN((before.lines[1] ?? '').trim()));
  return isRabobank ? 'rabobank' : 'swift';
}
