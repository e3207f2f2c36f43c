import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { verifyAudit } from './audit-chain.ts';
import { writeAudit } from './audit.ts';
import { watchAudit } from './watch-audit.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const act = { time: 1000, operator: 'olga', act: 'account.lock', target: 'customer 1000' };

async function write(count: number, target = 'customer 1000'): Promise<void> {
  for (let one = 0; one < count; one += 1) {
    await database.db
      .transaction()
      .execute((transaction) => writeAudit(transaction, { ...act, target, after: { one, word: '锁定: "1:2"' } }));
  }
}

/** Makes changes that only the database's owner can make, with the guarding triggers disabled. */
async function tamper(...statements: readonly string[]): Promise<void> {
  await database.db.connection().execute(async (connection) => {
    for (const statement of [
      "set session_replication_role = 'replica'",
      ...statements,
      'reset session_replication_role',
    ])
      await sql.raw(statement).execute(connection);
  });
}

const problem = async () => (await verifyAudit(database.pool)).problem;

test('the chain is intact over consecutive entries with and without fields', async () => {
  await write(3);
  await database.db.transaction().execute((transaction) => writeAudit(transaction, act));
  const { head, problem: found } = await verifyAudit(database.pool);
  expect(found).toBeNull();
  expect(head.position).toBe(4);
  expect(head.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('concurrent transactions chain their entries without a gap', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, number) => write(2, `customer ${number}`)));
  const { head, problem: found } = await verifyAudit(database.pool);
  expect([head.position, found]).toEqual([80, null]);
});

test.each([
  ['a changed name', ["update audit set operator = 'anna' where id = 2"], 'act 2 of the audit log was changed'],
  ['a changed time', ['update audit set time = time - 1 where id = 3'], 'act 3 of the audit log was changed'],
  [
    'text that is moved from one field to the next',
    ["update audit set act = 'account.lockcustomer', target = ' 1000' where id = 1"],
    'act 1 of the audit log was changed',
  ],
  ['a deleted act', ['delete from audit where id = 2'], 'act 2 of the audit log was changed'],
  [
    'an act that is deleted with its link',
    ['delete from audit_chain where position = 2', 'delete from audit where id = 2'],
    'act 2 is missing from the audit log',
  ],
  [
    'an act outside the chain',
    ["insert into audit (time, operator, act, target) values (1, 'x', 'y', 'z')"],
    'row 6 of the audit log is outside its chain',
  ],
])('%s is detected', async (_, statements, expected) => {
  await write(5);
  await tamper(...statements);
  expect(await problem()).toBe(expected);
});

test('a truncated log is detected with the kept head', async () => {
  await write(5);
  const { head } = await verifyAudit(database.pool);
  await tamper('delete from audit_chain where position = 5', 'delete from audit where id = 5');
  expect(await problem()).toBeNull();
  expect((await verifyAudit(database.pool, head)).problem).toBe(
    'act 5, which was verified before, is missing from the audit log',
  );
  await write(1);
  expect((await verifyAudit(database.pool, head)).problem).toBe('the audit log was rewritten up to act 5');
});

test('a watching process detects a recomputed log and keeps reporting it', async () => {
  await write(2);
  const watch = watchAudit(database.pool);
  expect(await watch.look()).toBeNull();
  await write(1);
  expect(await watch.look()).toBeNull();
  await tamper(
    "update audit set operator = 'anna' where id = 2",
    `do $$ declare previous bytea := ''; one record; act audit; begin
       for one in select * from audit_chain order by position loop
         select * into act from audit where id = one.audit;
         previous := audit_hash(previous, act);
         update audit_chain set hash = previous where position = one.position;
       end loop; end $$`,
  );
  expect(await problem()).toBeNull();
  expect(await watch.look()).toBe('the audit log was rewritten up to act 3');
  expect(await watch.look()).toBe('the audit log was rewritten up to act 3');
});

test.each(['update audit_chain set hash = hash', 'delete from audit_chain', 'truncate audit_chain'])(
  'the database refuses: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('rows of audit_chain are only ever added');
  },
);
