import type { Logger } from 'pino';
import type { Secrets } from './config/secrets.ts';
import type { Settings } from './config/settings.ts';
import type { Incidents } from './platform/incidents.ts';
import type { Lifecycle } from './platform/lifecycle.ts';
import type { SharedUses } from './platform/processes/shared-uses.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import type { Storage } from './ledger/storage.ts';

/** Dependencies of every module. */
export interface Context {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly storage: Storage;
  readonly log: Logger;
  readonly incidents: Incidents;
  readonly lifecycle: Lifecycle;
  /** Null while no collector is set. */
  readonly tracing: Tracing | null;
  /** Limits that this machine's processes count together. */
  readonly uses: SharedUses;
  readonly now: () => number;
  /** Prints a line for the person who started the process. */
  readonly say: (line: string) => void;
  /** True if this process serves customers. */
  readonly isGateway: boolean;
  /** True while calls are served. */
  readonly isReady: () => boolean;
}
