import { openSync, writeSync } from 'node:fs';
import { EntryNotApplied, typeOf } from '../replica/entry-not-applied.ts';
import type { VerifyAnswer } from './verify-apart.ts';
import { verifyBooks, type VerifyBooksOptions } from './verify-books.ts';

/** Entry point of the replaying child process; its parent survives a crash caused by an entry. */
const [file = '', options = ''] = process.argv.slice(2);
const answer = (result: VerifyAnswer): unknown => process.send?.(result);
const marks = openSync(file, 'w');

/** Writes the mark before each command, so that it outlives this process. */
function mark(sequence: number, command: number, type: string): void {
  writeSync(marks, JSON.stringify({ sequence, command, type }).padEnd(120), 0);
}

try {
  const report = await verifyBooks({
    ...(JSON.parse(options) as Pick<VerifyBooksOptions, 'url' | 'archive' | 'auditHead'>),
    say: (line) => answer({ line }),
    mark: {
      begin: (sequence, command, given) => mark(sequence, command, typeOf(given)),
      end: () => mark(0, 0, ''),
    },
  });
  answer({ report });
} catch (error) {
  const failure = error instanceof Error ? error.message : String(error);
  answer(error instanceof EntryNotApplied ? { poison: failure } : { failure });
}
process.disconnect?.();
