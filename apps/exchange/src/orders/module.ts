import type { Inbox } from '../content/index.ts';
import type { ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { MarketBoard, MarketFeed } from '../markets/index.ts';
import type { Valuation } from '../assets/prices/valuation.ts';
import type { FillReaders } from '../notifications/index.ts';
import { isolated } from '../platform/incidents.ts';
import type { Gates } from '../transport/http/gates.ts';
import type { Api } from '../transport/http/route.ts';
import type { PushChannels, Streams } from '../transport/websocket/streams.ts';
import type { OrdersContext } from './orders-context.ts';
import { CustomerFeed } from './customer-feed.ts';
import { OrderEntry } from './order-entry.ts';
import { limitMassCancels, limitOrders } from './order-limit.ts';
import { createFillReader } from './read-fills.ts';
import { createOrderReader } from './read-orders.ts';
import { RedundantCancelLimiter } from './redundant-cancel-limiter.ts';
import { createAdvanceRecurring } from './recurring/advance-recurring.ts';
import { serveRecurring } from './recurring/recurring-calls.ts';
import { createChildWriter } from './schedules/children.ts';
import { createScheduleMacs, type ScheduleRow } from './schedules/schedule-macs.ts';
import { Scheduler, type SchedulerOptions, stopOfSession } from './schedules/scheduler.ts';
import { TradeNotices, type TradeNoticesOptions } from './trade-notices.ts';
import { serveTrade } from './serve-orders.ts';
import { createAdvanceTwap, plannedStep } from './twap/advance-twap.ts';
import { serveTwaps } from './twap/twap-calls.ts';
import { TakenNames } from './taken-names.ts';
import { Trading, type TradingOptions } from './trading.ts';

export interface OrdersNeeds {
  readonly inbox: Inbox;
  readonly ledger: Ledger;
  readonly board: MarketBoard;
  readonly valuation: Valuation;
  readonly feed: MarketFeed;
  readonly gates: Gates;
  readonly feesOf: OrdersContext['feesOf'];
  /** Customers who have an order limit of their own. */
  readonly orderLimits: ReadonlyMap<number, number>;
  /** Called with an order right after a session placed or amended it. */
  readonly onOwnAct: TradingOptions['onOwnAct'];
  readonly onLate: SchedulerOptions['onLate'];
  readonly push: PushChannels;
  readonly streams: Pick<Streams, 'takeOrders'>;
}

/** What the door needs of orders. */
export interface OrdersService {
  readonly trading: Trading;
  readonly orders: ReturnType<typeof createOrderReader>;
  readonly readFills: ReturnType<typeof createFillReader>;
}

/** Orders: placed, amended, cancelled, listed, and pushed to their owners. */
export function createOrders(context: ContextOf<'orders'>, needs: OrdersNeeds) {
  const { settings, secrets, storage, incidents, tracing, isReady, now } = context;
  const { board, valuation, feed, gates, feesOf, inbox, onOwnAct, orderLimits, push, streams } = needs;
  const { host, gateway, projector, directory } = needs.ledger;
  const { channels, sockets } = push;
  const [db, reading] = [storage.pools.money.db, storage.reads.lists];
  const limits = { host, ordersPer10s: settings.ordersPer10s, orderLimits, now };
  const trading = new Trading({
    gateway,
    gates,
    ordersPer10s: settings.ordersPer10s,
    orderLimit: limitOrders(limits),
    sweepLimit: limitMassCancels(),
    redundantCancels: new RedundantCancelLimiter(limits),
    takenNames: new TakenNames(host),
    onOwnAct,
  });
  const service: OrdersService = {
    trading,
    orders: createOrderReader({ host, projector, db, reading }),
    readFills: createFillReader({ projector, reading }),
  };
  const macs = createScheduleMacs(secrets.passwordPepper);
  const { orders } = service;
  const advancing = { writer: createChildWriter(db), host, directory, trading, orders, now };
  const kinds = { twap: createAdvanceTwap(advancing), recurring: createAdvanceRecurring(advancing) };
  const plannedAt = { twap: (row: ScheduleRow) => plannedStep({ directory }, row) };
  const { onLate } = needs;
  const scheduler = new Scheduler({ db, macs, kinds, inbox, incidents, onLate, plannedAt, isReady, now });
  const cancelAll = async (owner: number) => gateway.submit({ type: 'cancelAll', owner, market: 'all' });
  return {
    service: {
      ...service,
      /** Called with every session and API key that ends. */
      endSession: (session: string): void => {
        const stopping = stopOfSession(db, session, now());
        stopping.catch((error: unknown) => incidents.note('orderSchedules', error));
      },
    },
    jobs: Object.values(scheduler.jobs),
    routes: (api: Api) => {
      const area = { db, reading, host, projector, directory, board, valuation, feed, trading, feesOf, now };
      const served = serveTrade(api, area);
      serveRecurring(api, { db, inbox, macs, scheduler, host, directory, gates, now });
      serveTwaps(api, { db, inbox, macs, scheduler, host, directory, trading, now });
      streams.takeOrders(new OrderEntry({ calls: served, cancelAll, tracing, now }));
    },
    feeds: [new CustomerFeed({ directory, valuation, channels, sockets, incidents })],
  };
}

export interface TradeNoticesNeeds {
  readonly ledger: Pick<Ledger, 'host' | 'projector' | 'directory'>;
  readonly inbox: Inbox;
  readonly fillReaders: FillReaders;
}

/** Notices of fills and triggered stops. Every process follows the batches, and the one that writes the tables notifies. */
export function createTradeNotices(
  { storage, incidents, lifecycle, now }: ContextOf<'orders'>,
  { ledger, inbox, fillReaders }: TradeNoticesNeeds,
) {
  const { host, projector, directory } = ledger;
  const { eventBus } = storage;
  const { db } = storage.pools.logIn;
  const options: TradeNoticesOptions = {
    directory,
    isWriting: () => projector.isWriting,
    fillReaders,
    notify: (customer, message) => inbox.send(db, customer, message),
    publishOwn: (order, session) => eventBus.publish({ kind: 'ownFill', order, session }),
    onError: (error) => incidents.note('notifications', error),
    now,
  };
  const notices = new TradeNotices(options, host.openRecords);
  host.addView({ name: 'notifications', add: (batch) => notices.add(batch) });
  lifecycle.onClose(() => notices.close());
  eventBus.onEvent((event) => event.kind === 'ownFill' && notices.hearOwn(event.order, event.session));
  return {
    service: {
      /** Called with an order right after a session placed or amended it. */
      onOwnAct: isolated(incidents, 'notifications', notices.noteOwn.bind(notices)),
    },
    jobs: [notices.job],
  };
}
