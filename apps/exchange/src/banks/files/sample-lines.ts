import { BankFileError, readSample, type Mt940Dialect } from '@fft/bank-files';
import type { CallOutput } from '@fft/contract';
import type { consoleCalls } from '@fft/console-contract';
import { formatMinor } from '../entries/minor-units.ts';
import { refusalOf } from './problem-texts.ts';

export type SampleLines = CallOutput<typeof consoleCalls.banks.readSample>;

/** The number of entries that show in which dialect a bank writes. */
const shown = 20;

/** @throws Refusal `badRequest` with the wrong line */
export function sampleLines(text: string, dialect: Mt940Dialect | undefined): SampleLines {
  try {
    const sample = readSample(text, dialect);
    const entries = sample.entries.slice(0, shown).map((entry) => {
      const { line, direction, amount, currency, booked, name, account, endToEnd, isReturn } = entry;
      const facts = { line, direction, booked, name, number: account, text: entry.text, endToEnd, isReturn };
      return { ...facts, amount: formatMinor(amount, currency) };
    });
    return { recognised: sample.recognised, dialect: sample.dialect, entries };
  } catch (error) {
    if (error instanceof BankFileError) throw refusalOf(error);
    throw error;
  }
}
