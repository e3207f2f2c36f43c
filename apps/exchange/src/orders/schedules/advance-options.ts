import type { Directory } from '../../ledger/listings/directory.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { createOrderReader } from '../read-orders.ts';
import type { Trading } from '../trading.ts';
import type { ChildWriter } from './children.ts';

/** What the steps of every kind of schedule need. */
export interface AdvanceOptions {
  readonly writer: ChildWriter;
  readonly host: EngineHost;
  readonly directory: Directory;
  readonly trading: Trading;
  readonly orders: Pick<ReturnType<typeof createOrderReader>, 'find'>;
  readonly now: () => number;
}
