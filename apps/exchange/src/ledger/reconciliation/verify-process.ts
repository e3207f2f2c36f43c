import { openSync, writeSync } from 'node:fs';
import { EntryNotApplied, typeOf } from '../replica/entry-not-applied.ts';
import type { VerifyAnswer } from './verify-apart.ts';
import { verifyBooks, type VerifyBooksOptions } from './verify-books.ts';

/** The process that replays: whatever an entry makes of it, the one that began it goes on and tells. */
const [file = '', place = ''] = process.argv.slice(2);
const answer = (told: VerifyAnswer): unknown => process.send?.(told);
const marks = openSync(file, 'w');

/** Written before each command, so that it is there when this process is not. */
function mark(sequence: number, command: number, type: string): void {
  writeSync(marks, JSON.stringify({ sequence, command, type }).padEnd(120), 0);
}

try {
  const report = await verifyBooks({
    ...(JSON.parse(place) as Pick<VerifyBooksOptions, 'url' | 'nats' | 'auditHead'>),
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
process.disconnect();
