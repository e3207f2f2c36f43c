import manifest from '../../package.json' with { type: 'json' };
import { migrations } from './migrations/index.ts';
import type { Step } from './migration-step.ts';

/** What this program is to a database. */
export interface Build {
  readonly version: string;
  /** Its migrations by name, in the order of the names. */
  readonly migrations: Readonly<Record<string, Step>>;
}

export const thisBuild: Build = { version: manifest.version, migrations };
