import { reachDatabase } from './database/reach-database.ts';
import { readSettings } from './settings.ts';
import { verifyBooks } from './verify-books/verify-books.ts';

/** How many differences are listed one by one. */
const listedMost = 50;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  await using closing = new AsyncDisposableStack();
  const settings = readSettings(process.env);
  const url = await reachDatabase(settings, closing);
  const { differences, ...counts } = await verifyBooks({ url, nats: settings.nats, say });
  for (const [what, count] of Object.entries(counts)) say(`${what.padEnd(12)} ${count.toLocaleString('en')}`);
  for (const line of differences.slice(0, listedMost)) say(`✗ ${line}`);
  if (differences.length > listedMost) say(`… and ${differences.length - listedMost} more`);
  say(differences.length === 0 ? '✓ The books are sound.' : `✗ ${differences.length} differences.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
