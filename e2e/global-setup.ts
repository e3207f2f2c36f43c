import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { ensureBrowser } from '../scripts/browser.ts';
import { build } from '../scripts/build.ts';
import { sharedPostgres } from './harness/shared-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium that the journeys are made in. */
    readonly browserPath: string;
  }
}

/** Once before all journeys: a browser that starts, the web app as it is, and a PostgreSQL that their servers share. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide('browserPath', await ensureBrowser());
  await build();
  // Both projects of journeys come here.
  if (sharedPostgres.isOffered()) return () => Promise.resolve();
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-e2e-postgres-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
  sharedPostgres.offer(postgres.url);
  return async () => {
    sharedPostgres.withdraw();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
