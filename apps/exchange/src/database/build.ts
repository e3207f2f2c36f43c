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

/** True if `version` is lower than `other`; both are `major.minor.patch`. */
export function isOlder(version: string, other: string): boolean {
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (const [place, number] of parts.entries()) {
    const difference = number - (others[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
