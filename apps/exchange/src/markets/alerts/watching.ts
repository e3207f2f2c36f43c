import type { PriceAlert } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Inbox } from '../../content/index.ts';
import type { EventBus } from '../../database/event-bus.ts';
import type { Tables } from '../../database/tables.ts';
import type { Api } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketBoard } from '../tickers/market-board.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { serveFavourites } from '../favourites.ts';
import { PriceAlerts } from './price-alerts.ts';
import { serveAlerts } from './serve-alerts.ts';

export interface WatchingArea {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly projector: Pick<Projector, 'reached'>;
  readonly directory: Directory;
  readonly board: MarketBoard;
  readonly now: () => number;
  readonly inbox: Inbox;
  readonly closing: AsyncDisposableStack;
  readonly bulletin: EventBus;
  /** Tells a customer's open sockets of alerts. */
  readonly tell: (customer: number, makeData: () => readonly PriceAlert[]) => void;
}

/** Binds what customers watch markets with: favourites and price alerts. */
export async function serveWatching(area: WatchingArea): Promise<void> {
  const { api, host, projector, closing, bulletin } = area;
  serveFavourites(area);
  const alerts = new PriceAlerts({ ...area, publish: bulletin.publish, log: api.log });
  // Without alerts nothing is looked for in the past: a start needn't wait until it is written down.
  if (await alerts.isAnyWaiting()) await projector.reached(host.sequence);
  await alerts.open();
  host.addView({
    name: 'alerts',
    add: (batch) => alerts.add(batch),
    // The tables tell which alerts its trades fire.
    recover: ({ sequence }) => alerts.lookAgain(() => projector.reached(sequence, Infinity)),
  });
  closing.defer(() => alerts.settled());
  bulletin.onEvent((news) => alerts.hear(news));
  bulletin.onMissed(() => alerts.lookAgain());
  serveAlerts({ ...area, alerts });
}
