import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { readOwnership } from '../../../scripts/house/tables.ts';
import { publishedReads } from '../src/database/rooms.ts';
import { statements, type SentStatement } from '../src/database/statements.ts';
import { tableUses } from './table-uses.ts';

const root = join(import.meta.dirname, '../../..');
const declarations = globSync('apps/exchange/src/**/tables.ts', { cwd: root });
const { owners } = readOwnership(new Map(declarations.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
const readers: Readonly<Record<string, readonly string[]>> = publishedReads;

/** Statements that rooms sent since the last check, each once. */
const sent = new Map<string, SentStatement>();
/** Those that a check of this process has passed. */
const passed = new Set<string>();

statements.subscribe((message) => {
  const statement = message as SentStatement;
  const key = `${statement.room}: ${statement.sql}`;
  if (statement.room !== null && !passed.has(key)) sent.set(key, statement);
});

const mayUse = (room: string | null, table: string, writes: boolean): boolean => {
  const owner = owners.get(table);
  return owner === undefined || owner === room || (!writes && room !== null && readers[table]?.includes(room) === true);
};

/** What the statements since the last check did with tables of other rooms, beyond the reads that these publish. */
async function takeForeignUses(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [key, { room, sql }] of sent) {
    const refused = (await tableUses(sql)).filter(({ table, writes }) => !mayUse(room, table, writes));
    for (const { table, writes } of refused) found.push(`${room} ${writes ? 'writes' : 'reads'} ${table}: ${sql}`);
    if (refused.length === 0) passed.add(key);
  }
  sent.clear();
  return found;
}

afterAll(async () => {
  const found = await takeForeignUses();
  if (found.length > 0) throw new Error(`Statements used tables of other rooms:\n${found.join('\n')}`);
});
