import type { Kysely } from 'kysely';
import type { Inbox, Messages } from '../content/index.ts';
import type { AnyHandle } from '../database/rooms.ts';
import type { Tables } from './room.ts';
import type { ContextOf } from '../context.ts';
import type { Ledger, LedgerNeeds } from '../ledger/open-ledger.ts';
import { type Api, route } from '../transport/http/route.ts';
import type { PushChannels } from '../transport/websocket/streams.ts';
import { PriceAlerts } from './alerts/price-alerts.ts';
import { serveAlerts } from './alerts/serve-alerts.ts';
import { coinNamesOf } from './coin-names/coin-names.ts';
import { CandleReader } from './candles/candle-reader.ts';
import { createSpanReader } from './candles/span-reader.ts';
import { serveCandles } from './candles/serve-candles.ts';
import { MarketFeed } from './feeds/market-feed.ts';
import { createHaltNotices } from './halts/halt-notices.ts';
import { createBannerService } from './home/banners.ts';
import { seedDemoBanners } from './home/demo-banners.ts';
import { serveFirstSteps, type FirstSteps } from './home/first-steps.ts';
import { serveHome } from './home/home.ts';
import { followNames } from '../assets/names.ts';
import { ControlPrices } from '../assets/prices/control-prices.ts';
import { Valuation } from '../assets/prices/valuation.ts';
import { createRateBook, followRates, readRates } from './rates/rates.ts';
import { createMarketTerms, type FeeRules } from './terms/market-terms.ts';
import { createBoardView } from './tickers/board-view.ts';
import { MarketBoard } from './tickers/market-board.ts';
import { restoreBoard } from './tickers/restore-board.ts';
import { createAggregateReader } from './trades/aggregate-reader.ts';
import { createSecondReader } from './trades/second-reader.ts';
import { TradeReader } from './trades/trade-reader.ts';
import { ownHostsOf } from '../platform/links/destinations.ts';
import { calls } from '@fft/contract';
import type { Directory } from '../ledger/listings/directory.ts';

/** Creates the board of latest prices and trades. The ledger feeds it from its first batch. */
export function createBoard({ storage, incidents, now, lifecycle }: ContextOf<'markets'>) {
  const { db } = storage.longRunning;
  const board = new MarketBoard();
  const openViews: LedgerNeeds['openViews'] = async (projector) => {
    await restoreBoard(db, board, now());
    return [createBoardView({ db, board, projector, incidents, now, lifecycle })];
  };
  return { board, openViews };
}

export interface MarketsNeeds {
  readonly ledger: Ledger;
  readonly board: MarketBoard;
  readonly push: PushChannels;
  readonly inbox: Inbox;
  readonly content: Pick<Messages, 'latestNotices'>;
  readonly firstSteps: FirstSteps;
}

/** The markets room: listings, prices, candles, rates, alerts and the home page. */
export async function createMarkets(context: ContextOf<'markets'>, needs: MarketsNeeds) {
  const { ledger, board, push, inbox, content, firstSteps } = needs;
  const { storage, settings, incidents, log, now } = context;
  const { host, projector, directory } = ledger;
  const { eventBus } = storage;
  const { db: reading } = storage.pools.reading;
  const isListedCoin = (code: string): boolean => directory.isCoin(code);
  const { rates, valuation } = await openRates(context, ledger);
  const feed = new MarketFeed({
    engine: host.engine,
    directory,
    board,
    valuation,
    channels: push.channels,
    incidents,
    now,
  });
  const { exact } = storage.reads;
  const readers = createReaders({ db: exact, board, host, projector, now });
  const { candles } = readers;
  const alerts = new PriceAlerts({
    db: reading,
    directory,
    board,
    log,
    now,
    inbox,
    notify: (customer, makeData) => push.send(customer, 'alerts', makeData),
    publish: eventBus.publish,
  });
  return {
    service: {
      valuation,
      rates,
      /** Operators' control of what can be traded, and how. */
      openTerms: (fees: FeeRules) =>
        createMarketTerms({ ...ledger, db: storage.pools.operators.db, maxFeePpm: settings.maxFeePpm, fees, now }),
      rateBook: createRateBook({ db: storage.pools.operators.db, isListedCoin, now }),
      /** What other doors read of the markets. */
      readers,
      banners: createBannerService(storage.pools.operators.db, now, ownHostsOf(settings)),
      feed,
      /** Prices for limits, read through this pool. */
      controlPrices: (pool: AnyHandle) =>
        new ControlPrices({ directory, board, db: pool, engine: host.engine, rules: settings.controlPrices, now }),
      /** Turnover of all markets in the last 24 hours, in millionths of a USDT. */
      dayTurnover: () => dayTurnover(ledger, board, valuation, now()),
    },
    routes: async (api: Api) => {
      serveMarkets({ api, rates, now, feed, directory });
      serveCandles({ api, directory, host, board, feed, candles, now });
      serveHome({ api, db: reading, directory, board, feed, valuation, now, latestNotices: content.latestNotices });
      serveFirstSteps({ api, db: reading, steps: firstSteps, now });
      await openAlerts(context, ledger, alerts);
      serveAlerts({ api, directory, alerts });
      if (settings.mode === 'demo') await seedDemoBanners(storage.pools.money.db);
    },
    jobs: [createHaltNotices({ db: reading, inbox, ledger }), ...(context.isGateway ? [alerts.job] : [])],
    feeds: [feed],
  };
}

function dayTurnover({ directory }: Ledger, board: MarketBoard, valuation: Valuation, time: number): bigint {
  return directory.markets().reduce((sum, view) => {
    return sum + (valuation.usdtUnits(view.quote.code, board.day(view.id, time).turnover) ?? 0n);
  }, 0n);
}

interface ReadersOptions extends Pick<Ledger, 'host' | 'projector'> {
  readonly db: Kysely<Tables>;
  readonly board: MarketBoard;
  readonly now: () => number;
}

/** What candles and trades are read by, through this pool. */
function createReaders({ db, board, host, projector, now }: ReadersOptions) {
  const trades = new TradeReader({ db, board, host, projector });
  return {
    board,
    trades,
    candles: new CandleReader({ db, board, projector, now }),
    spans: createSpanReader({ db, board, projector }),
    seconds: createSecondReader(db, trades),
    aggregates: createAggregateReader({ db, projector, host }),
  };
}

/** Reads the rates and names that operators set, and follows changes. Rates come after the names, which say what is a coin and what a national currency. */
async function openRates({ storage, log }: ContextOf<'markets'>, { directory, host }: Ledger) {
  const { eventBus } = storage;
  const { db } = storage.pools.reading;
  const onError = (error: unknown): void => log.warn({ err: error }, 'rates.readFailed');
  const isListedCoin = (code: string): boolean => directory.isCoin(code);
  await followNames({ db, eventBus, directory, onError });
  const rates = await readRates({ db, isListedCoin });
  const valuation = new Valuation(directory, host.engine, rates);
  followRates({ db, isListedCoin, eventBus, valuation, rates, onError });
  return { rates, valuation };
}

interface MarketCallsOptions {
  readonly api: Api;
  readonly directory: Directory;
  readonly feed: MarketFeed;
  readonly rates: Readonly<Record<string, string>>;
  readonly now: () => number;
}

/** Binds the public calls for markets, prices and rates. */
function serveMarkets({ api, directory, feed, rates, now }: MarketCallsOptions): void {
  route(api, calls.coins.list, () => directory.codes().map((code) => coinNamesOf(directory.describe(code))));
  route(api, calls.market.list, () => directory.markets().map((view) => directory.wire(view)));
  route(api, calls.market.tickers, ({ group }) =>
    directory
      .markets()
      .filter((view) => group === undefined || directory.group(view) === group)
      .map((view) => feed.ticker(view)),
  );
  route(api, calls.market.rates, () => ({ unit: 'USDT' as const, rates: { ...rates } }));
  route(api, calls.market.time, () => ({ time: now() }));
}

/** Fires alerts by trades from now on, and those that were missed since the process last ran. */
async function openAlerts(
  { storage, lifecycle }: ContextOf<'markets'>,
  { host, projector }: Ledger,
  alerts: PriceAlerts,
): Promise<void> {
  // Only alerts need past fills: without one, the start does not wait for the tables.
  if (await alerts.isAnyWaiting()) await projector.reached(host.sequence);
  await alerts.open();
  host.addView({
    name: 'alerts',
    add: (batch) => alerts.add(batch),
    // The tables show which alerts its trades fire.
    recover: ({ sequence }) => alerts.reload(() => projector.reached(sequence, Infinity)),
  });
  lifecycle.onClose(() => alerts.settled());
  storage.eventBus.onEvent((event) => alerts.handleEvent(event));
  storage.eventBus.onMissed(() => alerts.reload());
}
