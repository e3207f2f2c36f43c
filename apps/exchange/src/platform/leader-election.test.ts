import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireLeadership, type Election } from './leader-election.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Candidate {
  readonly election: Election;
  /** Its events, in order. */
  readonly events: string[];
}

function campaign(role: string): Candidate {
  const events: string[] = [];
  const { url } = database;
  const election = acquireLeadership({
    url,
    role,
    onTaken: () => events.push('taken'),
    onLost: () => events.push('lost'),
  });
  return { election, events };
}

test('one process at a time has a role, and the next gets it when it is released', async () => {
  const first = campaign('one');
  await expect.poll(() => first.events).toEqual(['taken']);
  const second = campaign('one');
  const other = campaign('other');
  await expect.poll(() => other.events).toEqual(['taken']);
  expect(second.events).toEqual([]);
  await first.election.close();
  expect(first.events).toEqual(['taken', 'lost']);
  await expect.poll(() => second.events).toEqual(['taken']);
  await Promise.all([second.election.close(), other.election.close()]);
});

test('a process that loses its connection loses the role and waits for it again', async () => {
  const first = campaign('lost');
  await expect.poll(() => first.events).toEqual(['taken']);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'fft role lost'`,
  );
  await expect.poll(() => first.events).toEqual(['taken', 'lost', 'taken']);
  await first.election.close();
});
