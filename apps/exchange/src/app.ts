import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Account } from './accounts/index.ts';
import { type AccountLimits, standardLimits } from './accounts/limits/account-limits.ts';
import { createAccounts } from './accounts/module.ts';
import { createPreferences } from './accounts/preferences/create-preferences.ts';
import { createAdmin } from './admin/module.ts';
import { createBanks, type BanksNeeds } from './banks/module.ts';
import { createBankRecords } from './banks/days/reserves.ts';
import { createBinance } from './binance/module.ts';
import { openSecrets } from './config/secrets.ts';
import type { Settings } from './config/settings.ts';
import { createInbox } from './content/inbox.ts';
import { createContent } from './content/module.ts';
import { createChainRecords, createCustody } from './custody/module.ts';
import { thisBuild } from './database/build.ts';
import { createVersionGuard } from './database/version-guard.ts';
import type { Demo, ReachableChains } from './demo/demo.ts';
import { isInTier } from './funds/fees/tiers.ts';
import { createFunds } from './funds/module.ts';
import { createIdentity } from './identity/module.ts';
import { type Context, type ContextOf, contextsOf } from './context.ts';
import type { BatchFigures } from './ledger/gateway.ts';
import { type Ledger, openLedger } from './ledger/open-ledger.ts';
import type { BatchEvents } from './ledger/replica/batch-events.ts';
import { openStorage } from './ledger/storage.ts';
import type { FirstSteps } from './markets/home/first-steps.ts';
import { createBoard, createMarkets } from './markets/module.ts';
import { createDatabaseFigures } from './metrics/database-figures.ts';
import { exportStandby } from './metrics/standby-figures.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { readingsOf } from './metrics/readings.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { createDispatch, queueAnnouncement, withdrawAnnouncement } from './notifications/dispatch.ts';
import { createNotifications } from './notifications/module.ts';
import { createHasOrdered } from './orders/has-ordered.ts';
import { createOrders, createTradeNotices } from './orders/module.ts';
import { createPausePlans } from './orders/schedules/pause-plans.ts';
import { createPictures } from './pictures/module.ts';
import { createDraining, type Draining } from './platform/draining.ts';
import { createIncidents, isolated, type Incidents } from './platform/incidents.ts';
import type { Job, JobContext } from './platform/jobs.ts';
import { createLifecycle, type Lifecycle } from './platform/lifecycle.ts';
import { createListeners, type Listeners } from './platform/listeners.ts';
import type { AnyMailbox } from './platform/mail/mailbox.ts';
import { type SharedUses, unshared } from './platform/processes/shared-uses.ts';
import { openTracing } from './platform/tracing/open-tracing.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { ownFile } from './platform/own-files.ts';
import { answerHealth } from './transport/http/health.ts';
import type { Api } from './transport/http/route.ts';
import { createHttpServer } from './transport/http/server.ts';
import { leadIntoApp, serveWebApp } from './transport/http/web-app.ts';
import { createWeights } from './transport/http/weights.ts';
import { sayBudgets } from './transport/http/charge.ts';
import { serveReference } from './transport/openapi/serve-reference.ts';
import type { StreamFigures } from './transport/websocket/sockets.ts';
import { createPushChannels, createStreams, type Streams } from './transport/websocket/streams.ts';
import type { FastifyInstance } from 'fastify';

export interface Exchange {
  /** The address at which it listens. */
  readonly url: string;
  /** The console's address; null if none is served. */
  readonly consoleUrl: string | null;
  /** All metrics of this process, as Prometheus reads them. */
  figures(): Promise<string>;
  /** True while it serves calls, and none of its parts ails. */
  isReady(): boolean;
  /** Periodic jobs, which can be woken. */
  readonly jobs: readonly Pick<Job, 'name' | 'wake' | 'stop'>[];
  /** Accepts no more calls, answers those in progress, drains the jobs, and closes everything. */
  stop(): Promise<void>;
}

export interface ExchangeOptions {
  readonly settings: Settings;
  readonly demo: Demo;
  readonly log: Logger;
  /** Records errors of parts other than the ledger; created by default. */
  readonly incidents?: Incidents;
  /** Prints progress of slow steps to the terminal. */
  readonly say: (line: string) => void;
  readonly now?: () => number;
  /** Limits that protect accounts; tests override the standard ones. */
  readonly limits?: AccountLimits;
  /** What this process shares with others of its machine; absent where it is alone. */
  readonly shared?: SharedParts | undefined;
  /** Called around every run of a job, for tests. */
  readonly onJob?: Pick<JobContext, 'onBegin' | 'onRun'>;
  /** Called when the process must end because its state in memory can no longer be trusted. */
  readonly onFatal: (error: unknown) => void;
}

/** What the processes of one machine share. */
export interface SharedParts {
  /** This process's name in logs, metrics and the journal's marks. */
  readonly name: string;
  readonly uses: SharedUses;
  /** The demo's mailbox; null where mail goes to a server. */
  readonly mailbox: AnyMailbox | null;
  /** The demo's chains; null without any. */
  readonly chains: ReachableChains | null;
}

/** A module's contributions: calls to bind, jobs to run, and a feed that receives every batch. */
interface Module {
  readonly routes?: (api: Api) => unknown;
  readonly jobs?: readonly Job[];
  readonly feeds?: readonly { add(batch: BatchEvents): void }[];
}

/** Starts the whole exchange in this process. If a part fails to start, everything opened before it is closed. */
export async function startExchange(options: ExchangeOptions): Promise<Exchange> {
  const { log, incidents = createIncidents(log), onJob, shared } = options;
  const metrics = createMetrics(incidents, shared?.name);
  const lifecycle = createLifecycle({
    log,
    onStart: metrics.jobs.started,
    onBegin: (name) => onJob?.onBegin?.(name),
    onRun: (run) => {
      metrics.jobs.ended(run);
      onJob?.onRun?.(run);
    },
  });
  try {
    return await start({ options, incidents, metrics, lifecycle });
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

interface Starting {
  readonly options: ExchangeOptions;
  readonly incidents: Incidents;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
}

/** The composition: the context, then the modules in order, each given what it needs of earlier ones; then the servers. */
async function start({ options, incidents, metrics, lifecycle }: Starting): Promise<Exchange> {
  const { settings, log, say, now = Date.now, limits = standardLimits, onFatal, shared } = options;
  const { uses = unshared, mailbox: sharedMailbox, chains: sharedChains } = shared ?? {};
  const { isReady, begin } = createReadiness(lifecycle);
  const isGateway = settings.roles.includes('gateway');
  const secrets = await openSecrets(settings);
  const tracing = await openTraces(settings, log, lifecycle);
  const storage = await openStorage({ settings, process: shared?.name, log, incidents, say, lifecycle });
  const works = { storage, log, incidents, lifecycle, tracing, uses };
  const context: Context = { settings, secrets, ...works, now, say, isGateway, isReady };
  const of = contextsOf(context);
  const demo = options.demo.begin(of.demo, sharedChains);
  const [inbox, push] = [createInbox(now, createDispatch(now)), createPushChannels(incidents)];

  const pictures = createPictures(of.pictures);
  const identity = createIdentity(of.identity, { inbox, uploads: pictures.service });
  const { stateOf: identityOf, onRevoke, review } = identity.service;
  const mail = { inbox, pausePlans: createPausePlans(inbox), mailbox: sharedMailbox ?? undefined };
  const accounts = await createAccounts(of.accounts, { ...mail, identityOf, uploads: pictures.service, limits });
  const { account, gates, sessions, apiKeys, mailer, sms, contactOf, mailbox, ensureCustomer } = accounts.service;
  const conditions = { identity: identity.service.hasState, tier: isInTier };
  const content = createContent(of.content, { mailer, sms, contactOf, push, conditions, announcing });

  const market = await demo.openMarket({ ensureCustomer });
  const { board, openViews } = createBoard(of.markets);
  const batches = listenToBatches(incidents, metrics);
  const opening = { onFatal, onBatch: batches.emit, openViews, beforeOpening: market.playHistory };
  const ledger = await openLedger(of.ledger, opening);
  const server = await createHttpServer({ settings, log, onClosed: metrics.connectionClosed, tracing, uses });
  lifecycle.onClose(() => server.close());

  const notifications = createNotifications(of.notifications, { ledger, mailer, contactOf });
  const tradeNotices = createTradeNotices(of.orders, { ledger, inbox, fillReaders: notifications.service.fillReaders });
  const [chainRecords, bankRecords] = [createChainRecords(of.custody, ledger), createBankRecords(of.banks)];
  const firstSteps = firstStepsOf(of.orders, ledger, account);
  const markets = await createMarkets(of.markets, { ledger, board, push, inbox, content: content.service, firstSteps });
  const { valuation, feed, readers, controlPrices } = markets.service;
  const prices = controlPrices(storage.pools.money.db);
  const money = { ledger, account, gates, inbox };
  const records = { chainRecords, bankRecords, onRevoke, passedBy: review.passedBy };
  const { accounts: madeUpAccounts, orderLimits } = market;
  const funds = await createFunds(of.funds, { ...money, ...records, valuation, prices, madeUpAccounts });
  const { verifier: keys, replaceAll: replaceApiKeys } = apiKeys;
  const demoParts = await demo.create({ ledger, mailbox, chainRecords, replaceApiKeys });
  const tools = { ledger, gates, inbox, prices: controlPrices(storage.longRunning.db) };
  const custody = createCustody(of.custody, { ...tools, withdrawals: funds.service, demo: demoParts.chains });
  const banks = openBanks(of.banks, { ...money, records: bankRecords }, { identity, funds });
  const streams = isGateway ? createStreams(context, { sessions, keys, push, markets: feed }, limits.session) : null;
  const streamFigures = streams?.figures ?? noStreams;
  const preferences = createPreferences(of.accounts, ledger);
  const modules: Module[] = [ledger, pictures, identity, accounts, preferences, content, notifications, tradeNotices];
  modules.push(markets, funds, demoParts, custody, banks, createDatabaseWatch(context, metrics, onFatal));
  let consoleUrl: string | null = null;
  if (streams !== null) {
    const { feesOf } = funds.service;
    const trading = { ledger, board, valuation, feed, gates, feesOf, orderLimits, inbox, push, streams };
    const { onOwnAct } = tradeNotices.service;
    const orders = createOrders(of.orders, { ...trading, onOwnAct, onLate: metrics.late });
    const admin = await createAdmin(of.admin, {
      ledger,
      batches,
      accounts: accounts.service,
      identity: identity.service,
      markets: markets.service,
      board,
      funds: funds.service,
      custody: custody.service,
      banks: banks.service.operations,
      chainRecords,
      content: content.service,
      readPicture: pictures.service.readAny,
      sockets: () => streamFigures().sockets,
      houseAccounts: [...market.accounts, ...settings.houseAccounts],
    });
    const weights = createWeights(settings.weightPer10s, settings.keyWeightPer10s, uses);
    const binance = createBinance(of.binance, { ...trading, readers, orders, custody, funds, apiKeys, keys, weights });
    modules.push(orders, binance, streams, admin);
    for (const end of [streams.endSession, binance.service.endSession, orders.service.endSession]) sessions.onEnd(end);
    feedStreams(ledger, streams, modules);
    const onAnswer = isolated(incidents, 'figures', metrics.answered);
    await serveCustomers({ server, sessions, keys, log, weights, isReady, onAnswer, tracing }, settings, modules);
    consoleUrl = await admin.service.listen();
  }
  metrics.watch(() => readingsOf(ledger, streamFigures()));
  const draining = createDraining(settings.drainMs, log);
  const isWell = await serveHealth(context, { server, metrics, ledger, draining });
  startJobs(lifecycle, modules);
  begin();
  const url = await listen(server, settings);
  demoParts.startMaker(url);
  const stop = () => draining.run().then(() => lifecycle.close());
  const figures = () => metrics.registry.metrics();
  return { url, consoleUrl, figures, isReady: isWell, jobs: lifecycle.jobs, stop };
}

/** Ready from the beginning until the lifecycle closes. */
function createReadiness(lifecycle: Lifecycle): { readonly isReady: () => boolean; readonly begin: () => void } {
  let isServing = false;
  const begin = (): void => {
    isServing = true;
    lifecycle.onClose(() => {
      isServing = false;
    });
  };
  return { isReady: () => isServing, begin };
}

/** The banks, with what identities and withdrawals offer them. */
function openBanks(
  context: ContextOf<'banks'>,
  needs: Pick<BanksNeeds, 'ledger' | 'account' | 'gates' | 'inbox' | 'records'>,
  { identity, funds }: { readonly identity: ReturnType<typeof createIdentity>; readonly funds: Funds },
) {
  const { authority, processor, forBanks } = funds.service;
  return createBanks(context, { ...needs, ...forBanks, authority, processor, review: identity.service.review });
}

type Funds = Awaited<ReturnType<typeof createFunds>>;

/** Opened first, so that it is closed last. Null without a collector. */
async function openTraces({ tracing }: Settings, log: Logger, lifecycle: Lifecycle): Promise<Tracing | null> {
  if (tracing === null) return null;
  const opened = await openTracing(tracing, thisBuild.version, log);
  lifecycle.onClose(() => opened.close());
  return opened;
}

function listenToBatches(incidents: Incidents, { batch }: Metrics): Listeners<BatchFigures> {
  const batches = createListeners<BatchFigures>((error) => incidents.note('figures', error));
  batches.add(batch);
  return batches;
}

/** Figures of the database, of the standby for reading, and the check that this version may still use it. */
function createDatabaseWatch({ storage }: Context, { registry }: Metrics, onTooOld: (error: unknown) => void): Module {
  const { longRunning, reads } = storage;
  const figures = createDatabaseFigures(longRunning.pool, registry);
  const guard = createVersionGuard({ db: longRunning.db, build: thisBuild, onTooOld });
  if (reads.standby === null) return { jobs: [...figures.jobs, guard] };
  exportStandby(reads.standby, registry);
  return { jobs: [...figures.jobs, guard, reads.standby.job] };
}

function startJobs(lifecycle: Lifecycle, modules: readonly Module[]): void {
  for (const job of modules.flatMap((module) => module.jobs ?? [])) lifecycle.startJob(job);
}

async function listen(server: Api['server'], { host, port }: Settings): Promise<string> {
  await server.listen({ host, port });
  return addressOf(server);
}

/** Pushes and mails of announcements. */
const announcing = { queue: queueAnnouncement, withdraw: withdrawAnnouncement };

/** The steps of the checklist for newcomers, each asked of its room. */
function firstStepsOf(context: ContextOf<'orders'>, ledger: Ledger, { secondFactor, passkeys }: Account): FirstSteps {
  return {
    isSecured: async (customer) =>
      (await secondFactor.isSet(customer)) || ((await passkeys?.list(customer)) ?? []).length > 0,
    isFunded: (customer) => ledger.host.engine.balances(customer).length > 0,
    hasOrdered: createHasOrdered(context, ledger),
  };
}

const noStreams = (): StreamFigures => ({ sockets: 0, pushes: 0, dropped: 0, cut: 0 });

/** Passes every batch to the modules' feeds, in their order. */
function feedStreams({ host }: Ledger, { dropAll }: Streams, modules: readonly Module[]): void {
  const feeds = modules.flatMap((module) => module.feeds ?? []);
  host.addView({ name: 'streams', add: (batch) => feeds.forEach((feed) => feed.add(batch)), recover: dropAll });
}

/** Binds the calls of all modules, the reference and the web app. */
async function serveCustomers(api: Api, settings: Settings, modules: readonly Module[]): Promise<void> {
  sayBudgets(api.server, api.weights ?? null);
  serveReference(api, settings);
  for (const module of modules) await module.routes?.(api);
  leadIntoApp(api.server);
  await serveWebApp(api.server, resolve(settings.webDir ?? ownFile('../web/dist')));
}

interface HealthSources {
  readonly server: Api['server'];
  readonly metrics: Metrics;
  readonly ledger: Ledger;
  readonly draining: Pick<Draining, 'hasBegun'>;
}

/** Answers the health probes, and serves metrics on a separate port. Returns what the probes ask. */
async function serveHealth(
  context: Context,
  { server, metrics, ledger, draining }: HealthSources,
): Promise<() => boolean> {
  const { settings, lifecycle, say } = context;
  const isReady = (): boolean => context.isReady() && !draining.hasBegun && ledger.pulse.ailment() === null;
  answerHealth(server, isReady);
  if (settings.metrics === null) return isReady;
  const { contentType } = metrics.registry;
  const read = () => metrics.registry.metrics();
  const serving = await serveMetrics({ ...settings.metrics, contentType, read, isReady });
  lifecycle.onClose(() => serving.close());
  say(`Metrics at port ${serving.port}, /metrics`);
  return isReady;
}

/** The URL at which a server listens; `localhost` for loopback and wildcard addresses. */
function addressOf(server: FastifyInstance): string {
  const address = server.addresses()[0];
  if (typeof address !== 'object') throw new Error('the server is not listening');
  const local = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(address.address);
  return `http://${local ? 'localhost' : address.address}:${address.port}`;
}
