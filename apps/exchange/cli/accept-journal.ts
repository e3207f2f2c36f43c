import { parseArgs } from 'node:util';
import { PostgresJournal } from '@fft/journal';
import { epochOf, findPrimary } from '@fft/postgres';
import { readSettings } from '../src/config/settings.ts';
import { reachDatabase } from '../src/database/reach-database.ts';
import { readMarks, replaceMarks } from '../src/ledger/lineage/journal-mark.ts';

/*
 * After a restore that loses entries the exchange refuses to start: it has seen more. This command shows what is missing, and makes the exchange
 * accept the database's journal once the operator repeats its head. Run it on each machine, with all processes stopped.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  await using closing = new AsyncDisposableStack();
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  const settings = readSettings(process.env);
  const url = await reachDatabase(settings, closing);
  const database = await findPrimary(url);
  const journal = new PostgresJournal({ url });
  closing.defer(() => journal.close());
  const head = await journal.head();
  const name = `${head.sequence}:${Buffer.from(head.hash).toString('hex', 0, 6)}`;
  const seen = readMarks(settings.dataDir, database);
  say(`The journal ends at entry ${head.sequence}, on timeline ${epochOf(url)}.`);
  say(`This machine has seen entry ${seen.head.sequence}, on timeline ${seen.epoch}.`);
  if (values.head === undefined) {
    say('To accept the journal as it is, with what it lacks lost, stop all processes and run:');
    say(`  npm run accept-journal -- --head ${name}`);
  } else if (values.head === name) {
    replaceMarks(settings.dataDir, database, { epoch: epochOf(url), head });
    say(`Accepted. The exchange starts from entry ${head.sequence}.`);
  } else throw new Error(`--head must be ${name}, the head of this journal: is this the database that you mean?`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
