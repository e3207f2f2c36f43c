import type { Logger } from 'pino';
import type { Secrets } from './config/secrets.ts';
import type { Settings } from './config/settings.ts';
import type { Incidents } from './platform/incidents.ts';
import type { Lifecycle } from './platform/lifecycle.ts';
import type { SharedUses } from './platform/processes/shared-uses.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import type { TablesOf } from './database/rooms.ts';
import type { Room, Tables } from './database/tables.ts';
import { type Storage, storageOf } from './ledger/storage.ts';

/** Dependencies of every module, with handles that know these tables. */
export interface Context<T = Tables> {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly storage: Storage<T>;
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

/** Dependencies of one room's module. Its name keeps the context of all rooms, and other rooms', out. */
export interface ContextOf<R extends Room> extends Context<TablesOf<R>> {
  readonly room: R;
}

/** The context of each room that has a module. */
export function contextsOf(context: Context) {
  const of = <R extends Room>(room: R): ContextOf<R> => ({
    ...context,
    room,
    storage: storageOf(context.storage, room),
  });
  return {
    accounts: of('accounts'),
    admin: of('admin'),
    banks: of('banks'),
    binance: of('binance'),
    content: of('content'),
    custody: of('custody'),
    demo: of('demo'),
    funds: of('funds'),
    identity: of('identity'),
    ledger: of('ledger'),
    markets: of('markets'),
    notifications: of('notifications'),
    orders: of('orders'),
    pictures: of('pictures'),
  };
}
