import type { TestProject } from 'vitest/node';
import { ensureBrowser } from '../scripts/browser.ts';
import { build } from '../scripts/build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium that the journeys are made in. */
    readonly browserPath: string;
  }
}

/** Once before all journeys: a browser that starts, and the web app as it stands. */
export default async function setUp(project: TestProject): Promise<void> {
  project.provide('browserPath', await ensureBrowser());
  await build();
}
