import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../apps/exchange/src/platform/postgres/embedded-postgres.ts';
import { ensureBrowsers } from '../scripts/browser.ts';
import { build } from '../scripts/build.ts';
import { serverNotes } from './harness/exchange/server-notes.ts';
import { sharedPostgres } from './harness/exchange/shared-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser for most journeys: Chromium's headless shell where there is one. */
    readonly browserPath: string;
    /** Path of the whole Chromium, for journeys that measure, or that use what the shell lacks. */
    readonly fullBrowserPath: string;
  }
}

/** Runs once before all e2e tests: finds a browser, checks the built web app, and starts a PostgreSQL that their servers share. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { full, shell } = await ensureBrowsers();
  project.provide('browserPath', shell);
  project.provide('fullBrowserPath', full);
  await build();
  // Both e2e projects run this.
  if (sharedPostgres.isOffered()) return () => Promise.resolve();
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-e2e-postgres-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
  await sharedPostgres.offer(postgres.url);
  const endServers = serverNotes.begin();
  return async () => {
    await endServers();
    sharedPostgres.withdraw();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
