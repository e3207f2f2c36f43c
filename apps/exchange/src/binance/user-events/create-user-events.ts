import type { ContextOf } from '../../context.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { symbolOf } from '../symbols.ts';
import { EventWriter } from './event-writer.ts';
import { UserEvents } from './user-events.ts';

/** The events of customers, which the replica records for them. */
export function createUserEvents(
  { incidents, now }: Pick<ContextOf<'binance'>, 'incidents' | 'now'>,
  { host, directory }: Pick<Ledger, 'host' | 'directory'>,
): UserEvents {
  const writer = new EventWriter({
    engine: host.engine,
    viewOf: (market) => directory.marketById(market),
    symbolOf,
    assetOf: (asset) => directory.asset(asset),
    now,
  });
  const events = new UserEvents(writer, incidents);
  host.watchOwners(events);
  return events;
}
