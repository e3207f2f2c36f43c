import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireLeadership, type Election } from './leader-election.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Candidate {
  readonly election: Election;
  /** What it was told, in order. */
  readonly told: string[];
}

function stand(role: string): Candidate {
  const told: string[] = [];
  const { url } = database;
  const election = acquireLeadership({ url, role, onTaken: () => told.push('taken'), onLost: () => told.push('lost') });
  return { election, told };
}

test('a role is one process’s at a time, and the next one’s when it is given up', async () => {
  const first = stand('one');
  await expect.poll(() => first.told).toEqual(['taken']);
  const second = stand('one');
  const other = stand('other');
  await expect.poll(() => other.told).toEqual(['taken']);
  expect(second.told).toEqual([]);
  await first.election.close();
  expect(first.told).toEqual(['taken', 'lost']);
  await expect.poll(() => second.told).toEqual(['taken']);
  await Promise.all([second.election.close(), other.election.close()]);
});

test('whoever loses his connection loses the role, and stands for it again', async () => {
  const first = stand('lost');
  await expect.poll(() => first.told).toEqual(['taken']);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'fft role lost'`,
  );
  await expect.poll(() => first.told).toEqual(['taken', 'lost', 'taken']);
  await first.election.close();
});
