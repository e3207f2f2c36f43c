import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Step } from '../../src/database/migration-step.ts';
import { checkMigrations } from './check-migrations.ts';

const changelog = readFileSync(join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8');
const released = Array.from(changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm), ([, version]) => version ?? '');

test('every migration may run while older processes trade', async () => {
  expect(released).toContain('3.2.2');
  expect(await checkMigrations(migrations, { released })).toEqual([]);
});

const step = (statements: string, rest: Omit<Step, 'up'> = {}): Step => ({
  up: async (db) => void (await sql.raw(statements).execute(db)),
  ...rest,
});

/** What the rules say of migrations that run one after the other. */
function check(...steps: readonly Step[]): Promise<string[]> {
  const named = Object.fromEntries(steps.map((one, index) => [`000${index}`, one]));
  return checkMigrations(named, { released: ['3.2.2'] });
}

test.each([
  ['alter table customers drop column phone', 'the column phone of customers, which is dropped'],
  ['drop table sms_alerts', 'the table sms_alerts, which is dropped'],
  ['drop view ledger', 'the view ledger, which is dropped'],
  ['drop index orders_by_owner', 'the index orders_by_owner, which is dropped'],
  ['alter table customers rename column phone to mobile', 'customers.phone by its name, not as mobile'],
  ['alter table customers rename to people', 'customers by its name, not as people'],
  ['alter table customers add column x int not null', "needs a value that older versions don't write"],
  ['alter table customers alter column phone drop not null', 'where it is null'],
  ['alter table customers alter column phone drop default', 'the default of phone of customers'],
  ['alter table orders drop constraint orders_check', 'the constraint orders_check of orders, which is dropped'],
  ['create or replace view ledger as select 1 as one', 'older versions use what is replaced'],
  ['create trigger t before insert on orders for each row execute function f()', 'a trigger changes'],
  ['truncate orders', "TruncateStmt isn't known to be safe"],
  ['do $$ begin perform 1; end $$', "DoStmt isn't known to be safe"],
  ['alter table orders disable trigger all', "AT_DisableTrigAll of orders isn't known to be safe"],
])('%s is refused, and passes as a contract step', async (statements, text) => {
  expect(await check(step(statements))).toEqual([expect.stringContaining(text)]);
  expect(await check(step(statements, { contract: { unusedSince: '3.2.2' } }))).toEqual([]);
});

test.each([
  ['create index i on orders (owner)', 'stops writes until it is built'],
  ['create index concurrently i on orders (owner)', "can't be built in a transaction"],
  ['alter table orders alter column owner set not null', 'reads the whole table orders'],
  ['alter table orders add constraint c check (owner > 0)', 'reads the whole table: add it with NOT VALID'],
  ['alter table orders add constraint c foreign key (owner) references customers (id)', 'add it with NOT VALID'],
  ['alter table orders add constraint c unique (owner)', 'with USING INDEX'],
  ['alter table orders add column x bigint generated always as (id * 2) stored', 'computed for every row'],
  ['alter table orders add column x bigint generated always as identity', 'computed for every row'],
  ['alter table orders add column x bigserial', 'computed for every row'],
  ['alter table orders add column x uuid default gen_random_uuid()', "a default that isn't a constant"],
  ['alter table orders add column x bigint unique', 'builds an index in the transaction'],
  ['alter table orders add column x bigint references customers (id)', 'a constraint that reads the table'],
  ['update orders set owner = 1', 'let a job change them in batches'],
  ['delete from orders', 'let a job change them in batches'],
  ['create table orders_1 partition of orders for values from (1) to (2)', 'create the table, then attach it'],
  ['alter table orders attach partition orders_1 for values from (1) to (2)', 'attach a new table'],
])('%s is refused, and passes where the table is small', async (statements, text) => {
  expect(await check(step(statements))).toEqual([expect.stringContaining(text)]);
  expect(await check(step(statements, { contract: { unusedSince: '3.2.2' } }))).toHaveLength(1);
  expect(await check(step(statements, { smallTables: ['orders'] }))).toEqual([]);
});

test('another type breaks older processes and rewrites the table: both need a mark', async () => {
  const statements = 'alter table orders alter column owner type numeric';
  const marks = { contract: { unusedSince: '3.2.2' }, smallTables: ['orders'] };
  expect(await check(step(statements))).toHaveLength(2);
  expect(await check(step(statements, marks))).toEqual([]);
});

test.each([
  'create table n (id bigint primary key, owner bigint not null references customers (id)); create index i on n (owner); update n set owner = 1',
  "alter table orders add column x text, add column y int not null default 0, add column z text not null default 'a'::text",
  'alter table orders alter column owner set default 0',
  'alter table orders add constraint c check (owner > 0) not valid',
  'alter table orders add constraint c unique using index orders_by_owner',
  'create view v as select 1 as one; insert into assets (id) values (1)',
  'create table orders_1 (id bigint); alter table orders attach partition orders_1 for values from (1) to (2)',
])('%s passes', async (statements) => {
  expect(await check(step(statements))).toEqual([]);
});

test('a column becomes not null in three migrations: a check that is not valid, its validation, and then the column', async () => {
  const added = 'alter table orders add constraint c check (owner is not null) not valid';
  const validated = 'alter table orders validate constraint c';
  const set = 'alter table orders alter column owner set not null';
  expect(await check(step(added), step(validated), step(set))).toEqual([]);
  expect(await check(step(added), step(set))).toHaveLength(1);
  expect(await check(step(`${added}; ${validated}`))).toEqual([expect.stringContaining('in a later migration')]);
});

test('two tables from before in one migration are refused: a transaction that uses both would deadlock with it', async () => {
  const [first, second] = ['alter table orders add column x text', 'alter table trades add column x text'];
  expect(await check(step(`${first}; ${second}`))).toEqual([
    expect.stringContaining('it locks orders and trades together'),
  ]);
  expect(await check(step(first), step(second))).toEqual([]);
});

test('a contract step names a released version', async () => {
  const contract = { unusedSince: '99.0.0' };
  expect(await check(step('drop table sms_alerts', { contract }))).toEqual([
    expect.stringContaining("99.0.0 isn't released"),
  ]);
});

test('an index with a wrong text is noticed before it is released', async () => {
  await expect(check(step('select 1', { indexes: [{ name: 'i', on: 'orders owner' }] }))).rejects.toThrow(
    'syntax error',
  );
});
