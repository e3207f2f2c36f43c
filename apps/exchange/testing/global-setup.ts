import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { createMigratedDatabase } from './migrated-database.ts';
import { quickenPostgres } from './quicken-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which tests may create and drop databases. */
    postgresUrl: string;
    /** The migrated, empty database from which each test file's own is copied. */
    postgresTemplate: string;
  }
}

const template = 'test_template';

/** Starts one PostgreSQL for all test files of a run, and migrates a database to copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Servers and signers in their own processes share one compile cache.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'fft-tests-compiled');
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
  const tearDown = async (): Promise<void> => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await quickenPostgres(postgres.url);
    await createMigratedDatabase(postgres.url, template);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresTemplate', template);
  return tearDown;
}
