import type { Kysely } from 'kysely';
import type { Inbox } from '../../content/index.ts';
import type { Tables } from '../../database/tables.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { createOrderReader } from '../read-orders.ts';
import type { Trading } from '../trading.ts';

/** What the steps of every kind of schedule need. */
export interface AdvanceOptions {
  /** Writes of orders, which stay whatever becomes of a step. */
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly directory: Directory;
  readonly trading: Trading;
  readonly orders: Pick<ReturnType<typeof createOrderReader>, 'find'>;
  readonly inbox: Inbox;
  readonly now: () => number;
}
