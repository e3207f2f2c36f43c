import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { serveAssets } from './funds/balances/assets.ts';
import type { KeptCustody } from './custody/keep-custody.ts';
import { readHoldings, readReserves } from './custody/holdings.ts';
import { serveDeposits } from './custody/serve-deposits.ts';
import { serveContent } from './content/content.ts';
import { createInbox, type Inbox } from './content/inbox.ts';
import { seedAbout, seedDemoNotices } from './content/seeds.ts';
import type { DemoChains } from './demo/chain/demo-chains.ts';
import { serveFaucet } from './demo/faucet.ts';
import { bindMailbox } from './demo/mailbox.ts';
import { bindDemoMarket } from './demo/market/bind-demo-market.ts';
import { openDemoMarket, type DemoMarket } from './demo/market/demo-market.ts';
import { keepMaker } from './demo/market/keep-maker.ts';
import { keepTiers, type KeptTiers } from './funds/fees/keep-tiers.ts';
import { readFeesOf } from './funds/fees/fees-of.ts';
import { seedDemoBanners } from './markets/home/demo-banners.ts';
import { serveHome } from './markets/home/home.ts';
import { createGates } from './transport/http/gates.ts';
import { answerHealth } from './transport/http/health.ts';
import { serveReference } from './transport/openapi/serve-reference.ts';
import type { Api } from './transport/http/route.ts';
import { createHttpServer } from './transport/http/server.ts';
import { serveWebApp } from './transport/http/web-app.ts';
import { createWeights } from './transport/http/weights.ts';
import { serveCandles } from './markets/candles/serve-candles.ts';
import { keepPublishing } from './funds/liabilities/keep-publishing.ts';
import { serveProof } from './funds/liabilities/serve-proof.ts';
import { followNames } from './markets/listing/names.ts';
import { CandleReader } from './markets/candles/candle-reader.ts';
import { ControlPrices } from './markets/prices/control-prices.ts';
import { Valuation } from './markets/prices/valuation.ts';
import { serveMarket } from './markets/market.ts';
import { followRates, readRates } from './markets/rates/rates.ts';
import { serveWatching } from './markets/alerts/watching.ts';
import { createIncidents, isolated, type Incidents } from './platform/incidents.ts';
import { createMetrics, type Readings } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { openAccounts, type Accounts } from './open-accounts.ts';
import { openCustodyOf, type OpenedCustody, sendingOver } from './open-custody.ts';
import { openDesk, type OpenedDesk } from './open-desk.ts';
import { keepStopping, stopCustomer } from './admin/stop-customer.ts';
import { watchAudit } from './audit/watch-audit.ts';
import { ownFile } from './platform/own-files.ts';
import type { AccountLimits } from './accounts/limits/account-limits.ts';
import type { Passport } from './accounts/accounts.ts';
import { openSecrets, type Secrets } from './config/secrets.ts';
import { serveMoney } from './serve-money.ts';
import { serveOperators } from './serve-operators.ts';
import type { Settings } from './config/settings.ts';
import { openTrading, type Trading } from './open-trading.ts';
import { openStorage, type Storage } from './ledger/storage.ts';
import { startStreams, type Streams } from './start-streams.ts';
import { serveTrade } from './orders/serve-orders.ts';
import type { BatchFigures } from './ledger/gateway.ts';
import type { Blocks } from './funds/withdrawals/blocks.ts';
import type { Authority, Desk } from './funds/withdrawals/index.ts';

const sweepMs = 10 * 60_000;

export interface Exchange {
  /** Where it listens. */
  readonly url: string;
  /** Where operators work; null where no console is served. */
  readonly consoleUrl: string | null;
  /** Takes no more calls, answers those it has taken, and closes everything. */
  stop(): Promise<void>;
}

export interface ExchangeOptions {
  readonly settings: Settings;
  readonly log: Logger;
  /** Where errors of parts that aren't the ledger are noted; their own, unless told. */
  readonly incidents?: Incidents;
  /** What people at the terminal should see while it takes long. */
  readonly say: (line: string) => void;
  readonly now?: () => number;
  /** The figures that guard accounts, where others than the standard ones are needed: in tests. */
  readonly limits?: AccountLimits;
  /** Called when the process has to end, as what it holds in memory isn't to be trusted any more. */
  readonly onFatal: (error: unknown) => void;
}

/** Starts the whole exchange in this process. What was opened is closed again if a later part fails to start. */
export async function startExchange(options: ExchangeOptions): Promise<Exchange> {
  const closing = new AsyncDisposableStack();
  try {
    const { incidents = createIncidents(options.log) } = options;
    return await start({ ...options, incidents }, closing);
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

type Started = ExchangeOptions & Required<Pick<ExchangeOptions, 'incidents'>>;

async function start(options: Started, closing: AsyncDisposableStack): Promise<Exchange> {
  const { settings, log, incidents, now = Date.now } = options;
  const secrets = await openSecrets(settings);
  const storage = await openStorage({ ...options, closing });
  const inbox = createInbox(now);
  const accounts = await openAccounts({ ...options, secrets, storage, inbox, now, closing });
  const { passport } = accounts;
  const demoMarket = settings.maker ? await openMarketOfDemo(options, { storage, passport, now }) : null;
  const metrics = createMetrics(incidents);
  const figures = batchFigures(incidents, metrics.batch);
  let ready = false;
  const trading = await openTrading({
    ...options,
    onBatch: figures.batch,
    storage,
    now,
    closing,
    isReady: () => ready,
    ...(demoMarket && { beforeOpening: demoMarket.playHistory }),
  });
  await demoMarket?.fund(trading.host, trading.gateway);
  const server = await createHttpServer({ settings, log, onClosed: metrics.connectionClosed });
  closing.defer(() => server.close());
  const onAnswer = isolated(incidents, 'figures', metrics.answered);
  const weights = createWeights(settings.weightPer10s);
  const api: Api = { server, sessions: passport.sessions, log, weights, isReady: () => ready, onAnswer };
  const isGateway = settings.roles.includes('gateway');
  const desk = await openDesk({ ...secrets, storage, trading, settings, inbox, log, now, closing });
  const coins = await openCustodyOf({ ...secrets, ...desk, storage, trading, settings, inbox, log, now, closing });
  const own = { settings, secrets, incidents, onBatch: figures.onBatch, now, closing };
  const parts = { api, storage, trading, accounts, inbox, demoMarket, ...own };
  const served = isGateway ? await serve({ ...parts, desk, coins }) : null;
  const streams = served?.streams ?? null;
  if (!isGateway) answerHealth(server, () => ready);
  metrics.watch(() => readingsOf(trading, streams));
  if (settings.metrics) {
    const serving = await serveMetrics({ ...settings.metrics, metrics, isReady: () => ready });
    closing.defer(() => serving.close());
    options.say(`Figures for monitoring at port ${serving.port}, /metrics`);
  }
  closing.defer(() => {
    ready = false;
  });
  keepExpiring(accounts, { log, closing });
  ready = true;
  await server.listen({ host: settings.host, port: settings.port });
  const url = addressOf(server);
  if (demoMarket && isGateway) {
    const maker = keepMaker({ databaseUrl: storage.url, url, file: demoMarket.file, log });
    closing.defer(() => maker.close());
  }
  return { url, consoleUrl: served?.consoleUrl ?? null, stop: () => closing.disposeAsync() };
}

/** Deletes now and then what has expired. */
function keepExpiring(
  accounts: Accounts,
  { log, closing }: Pick<ExchangeOptions, 'log'> & Pick<Parts, 'closing'>,
): void {
  const sweeping = setInterval(() => {
    accounts.sweep().catch((error: unknown) => log.warn({ err: error }, 'what has expired could not be deleted'));
  }, sweepMs);
  closing.defer(() => clearInterval(sweeping));
}

type OnBatch = (figures: BatchFigures) => void;

/** Tells whoever listens what every batch took: an error of one of them is noted, and is nobody else's. */
function batchFigures(incidents: Incidents, first: OnBatch): { batch: OnBatch; onBatch: (listener: OnBatch) => void } {
  const listeners: OnBatch[] = [];
  const onBatch = (listener: OnBatch): void => void listeners.push(isolated(incidents, 'figures', listener));
  onBatch(first);
  return { batch: (figures) => listeners.forEach((listener) => listener(figures)), onBatch };
}

function openMarketOfDemo(
  { settings, say }: ExchangeOptions,
  { storage, passport, now }: Pick<Parts, 'storage' | 'now'> & { readonly passport: Passport },
): Promise<DemoMarket> {
  const { ensureCustomer } = passport;
  return openDemoMarket({ dataDir: settings.dataDir, journal: storage.journal, ensureCustomer, now, say });
}

interface Parts {
  readonly api: Api;
  readonly incidents: Incidents;
  readonly storage: Storage;
  readonly trading: Trading;
  readonly accounts: Accounts;
  readonly inbox: Inbox;
  /** Only in the demo. */
  readonly demoMarket: DemoMarket | null;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** Calls a listener with what every batch took. */
  readonly onBatch: (listener: (figures: BatchFigures) => void) => void;
  readonly now: () => number;
  readonly closing: AsyncDisposableStack;
}

interface Served {
  readonly streams: Streams;
  readonly consoleUrl: string | null;
}

/** Binds every call, page and stream; answers the streams. */
async function serve(parts: Parts & { readonly desk: OpenedDesk; readonly coins: OpenedCustody }): Promise<Served> {
  const { api, storage, trading, accounts, inbox, demoMarket, settings, now, closing } = parts;
  const [{ desk }, { demo: chains, custody }] = [parts.desk, parts.coins];
  const { bulletin } = storage;
  const { passport } = accounts;
  const { db } = storage.pools.money;
  const { db: reading } = storage.pools.reading;
  const onError = (error: unknown) => api.log.warn({ err: error }, 'what operators set could not be read');
  // Rates come after the names, which say what is a coin and what the money of a country.
  await followNames({ db: reading, bulletin, directory: trading.directory, onError });
  const isListedCoin = (code: string): boolean => trading.directory.isCoin(code);
  const rates = await readRates({ db: reading, isListedCoin });
  const valuation = new Valuation(trading.directory, trading.host.engine, rates);
  const { engine } = trading.host;
  const prices = new ControlPrices({ ...trading, db, engine, rules: settings.controlPrices, now });
  followRates({ db: reading, isListedCoin, bulletin, valuation, rates, onError });
  const streams = await startStreams({ ...parts, valuation });
  closing.defer(() => streams.close());
  passport.sessions.onEnd((sessionId) => streams.endSession(sessionId));
  const gates = createGates({ ...settings, readUser: passport.readUser });
  bulletin.onEvent((news) => news.kind === 'identityRevoked' && gates.forget(news.customer));
  bulletin.onMissed(() => gates.forget());
  const { feed } = streams;

  answerHealth(api.server, api.isReady);
  serveReference(api, settings);
  serveMarket({ api, rates, now, feed, directory: trading.directory });
  const orderCalls = serveTrade({
    ...trading,
    api,
    db,
    reading,
    feed,
    gates,
    valuation,
    feesOf: (customer, lang) => readFeesOf(reading, customer, lang),
    now,
    ordersPer10s: settings.ordersPer10s,
    orderLimits: demoMarket?.orderLimits ?? new Map<number, number>(),
  });
  const cancelAll = (owner: number) => trading.gateway.submit({ type: 'cancelAll', owner, market: 'all' });
  streams.takeOrders({ calls: orderCalls, cancelAll });
  serveAssets({ ...trading, api, db: reading, valuation, now });
  const moneyParts = { api, db, reading, trading, prices, gates, passport, inbox, settings, now };
  serveMoney({ ...moneyParts, desk: parts.desk });
  const stops = { ...trading, db, desk, log: api.log, now };
  await accounts.bindCalls(api, (customer) => stopCustomer(stops, customer));
  const stopping = await keepStopping(stops);
  closing.defer(() => stopping.close());
  serveDeposits({ ...trading, api, db, reading, gates });
  await serveViews(parts, streams, valuation);
  if (settings.mode === 'demo') await serveDemo(parts, chains);
  await serveWebApp(api.server, resolve(settings.webDir ?? ownFile('../web/dist')));
  const tiers = openTiers(parts, valuation);
  const consoleUrl = await openConsole(parts, { ...parts.desk, custody, valuation, rates, tiers, streams });
  return { streams, consoleUrl };
}

/** Binds what customers look at: proof of liabilities, charts, texts, the home page, favourites and alerts. */
async function serveViews(parts: Parts, streams: Streams, valuation: Valuation): Promise<void> {
  const { api, storage, trading, inbox, now, closing } = parts;
  const { bulletin } = storage;
  const { db } = storage.pools.reading;
  const { feed } = streams;
  openProof(parts);
  serveCandles({ ...trading, api, feed, candles: new CandleReader({ ...trading, db, now }), now });
  const told = { listens: (customer: number) => streams.listens(customer) };
  const { latestNotices } = serveContent({ ...told, api, db, bulletin, now, tell: toldOn(streams, 'messages') });
  await seedAbout(db);
  serveHome({ ...trading, api, db, feed, valuation, now, latestNotices });
  await serveWatching({ ...trading, api, db, now, inbox, bulletin, closing, tell: toldOn(streams, 'alerts') });
}

function toldOn(streams: Streams, channel: 'messages' | 'alerts') {
  return (customer: number, makeData: () => unknown) => streams.tell(customer, channel, makeData);
}

/** Publishes every day what customers are owed, and serves it. */
function openProof({ api, storage, trading, now, closing }: Parts): void {
  const { db } = storage.longRunning;
  const publishing = keepPublishing({
    ...trading,
    db,
    customers: async () => (await db.selectFrom('customers').select('id').execute()).map(({ id }) => id),
    isMine: () => trading.projector.isWriting,
    log: api.log,
    now,
  });
  closing.defer(() => publishing.close());
  const { db: reading } = storage.pools.reading;
  const custody = { held: () => readHoldings(reading), reserves: () => readReserves(reading, trading.directory) };
  serveProof({ ...trading, api, db: reading, ...custody });
}

/** Keeps customers in the fee tiers that they reach. */
function openTiers({ api, storage, trading, now, closing }: Parts, valuation: Valuation): KeptTiers {
  const { db } = storage.longRunning;
  const isMine = () => trading.projector.isWriting;
  const tiers = keepTiers({ ...trading, db, valuation, isMine, log: api.log, now });
  closing.defer(() => tiers.close());
  return tiers;
}

/** What the demo alone has. */
async function serveDemo({ api, storage, trading, accounts, demoMarket, now }: Parts, chains: DemoChains | null) {
  const { db } = storage.pools.money;
  await Promise.all([seedDemoBanners(db), seedDemoNotices(db, now())]);
  if (accounts.mailbox) bindMailbox(api, accounts.mailbox);
  bindDemoMarket(api, { isMadeUp: demoMarket !== null });
  serveFaucet({ ...trading, api, db, now, sendOverChain: sendingOver(chains, db, trading.directory) });
}

interface ForConsole {
  readonly desk: Desk;
  readonly authority: Authority;
  readonly blocks: Blocks;
  readonly custody: KeptCustody | null;
  readonly valuation: Valuation;
  readonly rates: Readonly<Record<string, string>>;
  readonly tiers: KeptTiers;
  readonly streams: Streams;
}

/** Serves operators, where the settings say so. */
async function openConsole(parts: Parts, { streams, ...own }: ForConsole): Promise<string | null> {
  const { settings, storage, accounts, secrets } = parts;
  if (settings.console === null) return null;
  const { db } = storage.pools.operators;
  const sockets = () => streams.figures().sockets;
  const port = await serveOperators({
    ...parts,
    ...accounts,
    ...own,
    ...secrets,
    db,
    audit: watchAudit(storage.longRunning.pool),
    sockets,
    console: settings.console,
  });
  return `http://${settings.console.host === '127.0.0.1' ? 'localhost' : settings.console.host}:${port}`;
}

function readingsOf({ gateway, host, projector, books }: Trading, streams: Streams | null): Readings {
  const { sockets, pushes, dropped, cut } = streams?.figures() ?? { sockets: 0, pushes: 0, dropped: 0, cut: 0 };
  return {
    waitingCommands: gateway.waiting,
    journalSequence: host.sequence,
    projectedSequence: projector.position,
    waitingRows: projector.waitingRows,
    projectionLagSeconds: projector.lagMs / 1000,
    isProjector: projector.isWriting,
    booksDiffer: books.difference !== null,
    openOrders: host.openCount,
    sockets,
    pushes,
    droppedReaders: dropped,
    cutSockets: cut,
  };
}

function addressOf(server: FastifyInstance): string {
  const address = server.addresses()[0];
  if (typeof address !== 'object') throw new Error('the server listens nowhere');
  const local = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(address.address);
  return `http://${local ? 'localhost' : address.address}:${address.port}`;
}
