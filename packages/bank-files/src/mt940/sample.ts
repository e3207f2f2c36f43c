import type { BankEntry } from '../statement.ts';
import { recogniseDialect, type Mt940Dialect } from './dialects.ts';
import { readMt940 } from './read-mt940.ts';

/** A file as one dialect reads it. */
export interface Sample {
  /** In which all descriptions are written. */
  readonly recognised: Mt940Dialect;
  readonly dialect: Mt940Dialect;
  readonly entries: readonly (BankEntry & { readonly currency: string })[];
}

/** Reads a sample in a dialect, or else in the one that it seems to have, so that a person sees what it would say. @throws BankFileError */
export function readSample(text: string, chosen?: Mt940Dialect): Sample {
  const recognised = recogniseDialect(text.replace(/^\uFEFF/, ''));
  const dialect = chosen ?? recognised;
  const entries = readMt940(text.replace(/^\uFEFF/, ''), () => dialect).flatMap((one) => {
    if (one.kind === 'refused') throw one.error;
    const { currency } = one.statement;
    return one.statement.entries.map((entry) => ({ ...entry, currency }));
  });
  return { recognised, dialect, entries };
}
