import type { Step } from '../../src/database/migration-step.ts';
import { History } from './history.ts';
import { recordSql } from './record-sql.ts';
import { refuseSql } from './statement-rules.ts';

/**
 * Says what may not run while the exchange trades, a line for each: statements that older processes break on, unless the migration is a contract
 * step, and those that lock a large table, unless it says that the table is small.
 */
export async function checkMigrations(
  migrations: Readonly<Record<string, Step>>,
  { released }: { readonly released: readonly string[] },
): Promise<string[]> {
  const history = new History();
  const lines: string[] = [];
  for (const name of Object.keys(migrations).toSorted()) {
    const step = migrations[name] as Step;
    history.begin();
    lines.push(...(await refusalsOf(step, history)).map((line) => `${name}: ${line}`));
    const since = step.contract?.unusedSince;
    if (since !== undefined && !released.includes(since))
      lines.push(
        `${name}: ${since} isn't released, so no running process can be of it: take away in the release after it`,
      );
  }
  return lines;
}

async function refusalsOf(step: Step, history: History): Promise<string[]> {
  const { indexes = [], smallTables = [], contract } = step;
  // PostgreSQL's parser throws where an index's text is wrong.
  for (const { name, on } of indexes) await refuseSql(`create index concurrently ${name} on ${on}`, new History());
  const lines: string[] = [];
  for (const statements of await recordSql(step)) {
    for (const { kind, table, text } of await refuseSql(statements, history)) {
      const isDeclared = kind === 'breaks' ? contract !== undefined : table !== null && smallTables.includes(table);
      if (!isDeclared) lines.push(text);
    }
  }
  if (history.locked.length > 1)
    lines.push(
      `it locks ${history.locked.join(' and ')} together, and orders deadlock with it: each in its own migration`,
    );
  return lines;
}
