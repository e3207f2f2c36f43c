import { Code } from '@fft/contract';
import { SystemOwner } from '@fft/engine';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { AuditWatch } from './audit/watch-audit.ts';
import { readStatement } from './funds/balances/statement.ts';
import { keepSending } from './content/keep-sending.ts';
import { createMessageService, type MessageService } from './content/message-service.ts';
import { createArticleService } from './content/articles.ts';
import { factorReset } from './content/account-messages.ts';
import type { Inbox } from './content/inbox.ts';
import { createFeeService } from './funds/fees/fee-service.ts';
import type { KeptTiers } from './funds/fees/keep-tiers.ts';
import { isInTier } from './funds/fees/tiers.ts';
import type { KeptCustody } from './custody/keep-custody.ts';
import { readChainDeposits, readChainPayments } from './custody/movements.ts';
import { createFieldCipher } from './platform/crypto/field-cipher.ts';
import type { Tables } from './database/tables.ts';
import { createBannerService } from './markets/home/banners.ts';
import { answerHealth } from './transport/http/health.ts';
import { Refusal } from './refusals/refusal.ts';
import type { Api } from './transport/http/route.ts';
import { createHttpServer } from './transport/http/server.ts';
import { createWeights } from './transport/http/weights.ts';
import { serveWebApp } from './transport/http/web-app.ts';
import { reasons } from './identity/reasons.ts';
import { hasIdentityState } from './identity/state-condition.ts';
import { NothingPassed, NothingPending, type Review } from './identity/review.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createRateBook } from './markets/rates/rates.ts';
import type { Valuation } from './markets/prices/valuation.ts';
import { adjusting } from './admin/adjust.ts';
import { alarmMail } from './admin/alarm-mail.ts';
import { createAlarms, webhook, type AlarmParts } from './admin/alarms.ts';
import { letIn } from './admin/allow-list.ts';
import { createApprovals, type Approvals } from './admin/approvals.ts';
import { createBind, type Bind } from './admin/bind.ts';
import { bindContent } from './admin/content.ts';
import { bindCustomers, resettingFactors } from './admin/customers.ts';
import { bindDashboard } from './admin/dashboard.ts';
import { offerDemoOperators } from './admin/demo-operators.ts';
import { bindFees } from './admin/fees.ts';
import { bindIdentity } from './admin/identity.ts';
import { changingRoles } from './admin/change-operator.ts';
import { bindOwnPasskeys } from './admin/own-passkeys.ts';
import { guessedOperators } from './admin/prove.ts';
import { bindMarkets } from './admin/markets.ts';
import { type RateBook, settingRates } from './admin/rates.ts';
import { startSampler } from './admin/sampler.ts';
import { bindStaff } from './admin/staff.ts';
import { stopCustomer } from './admin/stop-customer.ts';
import { bindTreasury, lettingGo } from './admin/treasury.ts';
import { openTreasury } from './admin/treasury-account.ts';
import { readTurnover } from './admin/turnover.ts';
import { openReview } from './open-review.ts';
import { bindLogIn, openStaff, type Staff } from './open-staff.ts';
import { ownFile } from './platform/own-files.ts';
import { lockAccount, unlockAccount } from './accounts/locks/account-lock.ts';
import { createCustomerService, type CustomerService } from './accounts/customer-service.ts';
import type { Passport } from './accounts/accounts.ts';
import type { Settings } from './config/settings.ts';
import type { Trading } from './open-trading.ts';
import type { Incidents } from './platform/incidents.ts';
import type { BatchFigures } from './ledger/gateway.ts';
import { withdrawalMessage } from './funds/withdrawals/messages.ts';
import {
  createWithdrawalReview,
  NotInReview,
  NotToApprove,
  WithdrawalAltered,
  type WithdrawalReview,
} from './funds/withdrawals/review.ts';
import { ApproverDayFull } from './funds/withdrawals/approver-day.ts';
import type { Blocks } from './funds/withdrawals/blocks.ts';
import type { Authority, Desk } from './funds/withdrawals/index.ts';

/** A part that failed stays an alarm for this long. */
const failedWithinMs = 5 * 60_000;

export interface OperatorsOptions {
  /** The customers' API: what the operators' own takes over of it. */
  readonly api: Api;
  readonly settings: Settings;
  readonly console: NonNullable<Settings['console']>;
  readonly db: Kysely<Tables>;
  readonly audit: AuditWatch;
  readonly trading: Trading;
  readonly passport: Passport;
  readonly passwordPepper: string;
  readonly readPicture: (id: string) => Promise<Buffer | null>;
  readonly mailer: Mailer;
  readonly inbox: Inbox;
  readonly desk: Desk;
  readonly authority: Authority;
  readonly blocks: Blocks;
  readonly custody: KeptCustody | null;
  readonly valuation: Valuation;
  readonly rates: Readonly<Record<string, string>>;
  readonly tiers: KeptTiers;
  readonly sockets: () => number;
  readonly incidents: Pick<Incidents, 'recent'>;
  readonly onBatch: (listener: (figures: BatchFigures) => void) => void;
  readonly now: () => number;
  readonly closing: AsyncDisposableStack;
}

/** Articles are 8,000 characters in each language, and a form writes a Chinese one in nine bytes. */
const articleBytesMax = 256 * 1024;
/** Of all operators: customers' connections leave room for as many. */
const connectionsMax = 100;

/** Serves the operators at an address of their own, which knows none of the customers' calls and whose sessions aren't theirs. Answers its port. */
export async function serveOperators(options: OperatorsOptions): Promise<number> {
  const { settings, console, db, passwordPepper, now, closing, api } = options;
  const limited = { ...settings, connectionsMax: Math.min(settings.connectionsMax, connectionsMax) };
  const server = await createHttpServer({ settings: limited, log: api.log, bodyBytesMax: articleBytesMax });
  closing.defer(() => server.close());
  letIn(server, console.allowedAddresses);
  const weights = createWeights(settings.weightPer10s);
  answerHealth(server, api.isReady);
  const port = () => portOf(server, console);
  const staff = openStaff(options, port);
  const own: Api = { server, sessions: staff.sessions, log: api.log, weights, isReady: api.isReady };
  bindLogIn(own, options, staff);
  const { roster } = staff;
  await bindAll(createBind({ api: own, db, roster, now }), options, staff);
  if (settings.demoOperators) await offerDemoOperators({ server, db, roster, pepper: passwordPepper, now });
  await serveWebApp(server, ownFile('../console/dist'), '@fft/console');
  await server.listen({ host: console.host, port: console.port });
  return port();
}

function portOf(server: FastifyInstance, { port }: OperatorsOptions['console']): number {
  const [address] = server.addresses();
  return typeof address === 'object' ? address.port : port;
}

async function bindAll(bind: Bind, options: OperatorsOptions, own: Staff): Promise<void> {
  const { db, trading, passport, custody, settings, now } = options;
  const { directory } = trading;
  const { sessions, secondFactor, holds } = passport.account;
  const customers = createCustomerService({
    db,
    secondFactor,
    holds,
    onReset: (transaction, customer, factor) => options.inbox.tell(transaction, customer, factorReset(factor)),
    now,
  });
  const review = reviewOf(options);
  const withdrawals = withdrawalsOf(options);
  const treasury = await openTreasury(db, now);
  const rateBook = createRateBook({ db, isListedCoin: (code) => directory.isCoin(code) });
  const approvals = approvalsOf(options, own, { treasury, withdrawals, review, rateBook, customers });
  const fees = createFeeService({ ...trading, db, kept: options.tiers, now });
  const shared = { ...trading, ...options, approvals, customers, review, fees };
  bindStaff(bind, { db, ...own, approvals, now });
  bindOwnPasskeys(bind, { db, ...own, now });
  bindCustomers(bind, {
    ...shared,
    sessions,
    lock: (act) => lockAccount(db, act),
    unlock: (act) => unlockAccount(db, act),
    stop: (customer) => stopCustomer({ ...shared, log: options.api.log }, customer),
    statement: (owner, { kind, limit, cursor }) =>
      readStatement({ db, ...trading }, { owner, kind }, { limit, cursor }),
  });
  bindIdentity(bind, { review, reasons, readPicture: options.readPicture });
  bindTreasury(bind, {
    ...shared,
    approvals,
    withdrawals,
    treasury,
    fourEyesFrom: BigInt(settings.fourEyesFromUsdt) * 1_000_000n,
    held: () => custody?.seen ?? null,
    deposits: (page) => readChainDeposits(db, directory, page),
    payments: (page) => readChainPayments(db, page),
  });
  bindFees(bind, shared);
  bindMarkets(bind, { ...shared, rateBook, approvals });
  bindContent(bind, {
    content: createArticleService({ db, now }),
    messages: messagesOf(options),
    banners: createBannerService(db, now),
    now,
  });
  const alarms = createAlarms({ db, log: options.api.log, send: sendersOf(options), now });
  const turnover = (hours: number) => readTurnover(shared, hours, now());
  bindDashboard(bind, { db, review, withdrawals, approvals, alarms, turnover, mode: settings.mode, now });
  watch(options, { customers, review, withdrawals, approvals, alarms });
}

/** Whichever process serves a console sends: each batch by one of them. */
function messagesOf({ db, api, now, closing }: OperatorsOptions): MessageService {
  const parts = { db, now, conditions: { identity: hasIdentityState, tier: isInTier } };
  const sending = keepSending({ ...parts, log: api.log });
  closing.defer(() => sending.close());
  return createMessageService({ ...parts, sending });
}

interface ToCarryOut {
  readonly rateBook: RateBook;
  readonly customers: CustomerService;
  readonly treasury: number;
  readonly withdrawals: WithdrawalReview;
  readonly review: Review;
}

/** What happens when a second operator agrees. */
function approvalsOf(options: OperatorsOptions, own: Staff, carrying: ToCarryOut): Approvals {
  const { customers, treasury, withdrawals, review, rateBook } = carrying;
  const { db, trading, inbox, now, authority } = options;
  return createApprovals({
    db,
    authority,
    now,
    carryOut: {
      role: changingRoles({ db, ...own, now }),
      adjustment: adjusting({ gateway: trading.gateway, inbox, treasury, now }),
      withdrawal: lettingGo({ db, withdrawals, review, now }),
      rate: settingRates({ rateBook, now }),
      reset: resettingFactors(customers),
    },
  });
}

/** Turns what an area throws where there is nothing to decide into what the operator is told. */
function refuses<T>(kind: new (id: number) => Error, refusal: () => Refusal, act: Promise<T>): Promise<T> {
  return act.catch((error: unknown) => {
    throw error instanceof kind ? refusal() : error;
  });
}

const noPapers = () => new Refusal(Code.conflict, 'noPapers');
const notPassed = () => new Refusal(Code.conflict, 'notPassed');
const notInReview = () => new Refusal(Code.conflict, 'notInReview');
const withdrawalAltered = () => new Refusal(Code.conflict, 'withdrawalAltered');

function reviewOf(options: OperatorsOptions): Review {
  const review = openReview({ ...options, seal: createFieldCipher(options.passwordPepper) });
  return {
    ...review,
    pass: (...act) => refuses(NothingPending, noPapers, review.pass(...act)),
    fail: (...act) => refuses(NothingPending, noPapers, review.fail(...act)),
    revoke: (...act) => refuses(NothingPassed, notPassed, review.revoke(...act)),
  };
}

/** The desk tells the ledger at once how one ended that was rejected. */
function withdrawalsOf({
  db,
  authority,
  blocks,
  trading,
  inbox,
  desk,
  settings,
  now,
}: OperatorsOptions): WithdrawalReview {
  const { directory } = trading;
  const review = createWithdrawalReview({
    db,
    authority,
    blocks,
    now,
    approverDayUsdt: settings.approverDayUsdt,
    onChange: (transaction, row) =>
      inbox.tell(transaction, row.customer, withdrawalMessage(directory.asset(row.asset).decimals, row)),
  });
  return {
    ...review,
    approve: (...act) => {
      const approved = refuses(WithdrawalAltered, withdrawalAltered, review.approve(...act));
      return refusesFullDay(refusesStopped(refuses(NotInReview, notInReview, approved)));
    },
    refuseFullDay: (...act) => refusesFullDay(review.refuseFullDay(...act)),
    reject: async (...act) => {
      await refuses(NotInReview, notInReview, review.reject(...act));
      await desk.resume();
    },
  };
}

function refusesFullDay<T>(act: Promise<T>): Promise<T> {
  return act.catch((error: unknown) => {
    throw error instanceof ApproverDayFull
      ? new Refusal(Code.conflict, 'approverDayFull', { values: { approver: error.approver } })
      : error;
  });
}

const notToApprove = {
  accountLocked: 'approveLocked',
  accountHeld: 'approveHeld',
  depositLost: 'approveLost',
  identityRevoked: 'approveRevoked',
  signedBefore: 'approveSigned',
} as const;

function refusesStopped<T>(act: Promise<T>): Promise<T> {
  return act.catch((error: unknown) => {
    throw error instanceof NotToApprove ? new Refusal(Code.conflict, notToApprove[error.why]) : error;
  });
}

function sendersOf({ settings, mailer }: OperatorsOptions): AlarmParts['send'] {
  const { mail, webhookUrl } = settings.alarms;
  const senders: AlarmParts['send'][number][] = [];
  if (mail !== null) {
    senders.push((alarm) => mailer.send(mail, alarmMail(alarm)));
  }
  if (webhookUrl !== null) senders.push(webhook(webhookUrl));
  return senders;
}

interface Watching {
  readonly customers: CustomerService;
  readonly review: Review;
  readonly withdrawals: WithdrawalReview;
  readonly approvals: Approvals;
  readonly alarms: ReturnType<typeof createAlarms>;
}

async function alteredRows(withdrawals: WithdrawalReview, approvals: Approvals): Promise<string[]> {
  const [payments, proposals] = await Promise.all([withdrawals.altered(), approvals.altered()]);
  return [...payments.map((id) => `withdrawal ${id}`), ...proposals.map((id) => `approval ${id}`)];
}

const journalLookMs = 5_000;

/** Takes a sample every minute and looks for alarms, of the journal more often. */
function watch(options: OperatorsOptions, { customers, review, withdrawals, approvals, alarms }: Watching): void {
  const { db, trading, valuation, custody, passport, now, closing, api } = options;
  const { host, directory, board, projector } = trading;
  const startedAt = performance.now();
  const sampler = startSampler({
    db,
    log: api.log,
    now,
    isMine: () => projector.isWriting,
    read: async () => ({
      volume: directory.markets().reduce((sum, view) => {
        return sum + (valuation.usdtUnits(view.quote.code, board.day(view.id, now()).turnover) ?? 0n);
      }, 0n),
      fees: host.engine.assets.reduce((sum, { code }, asset) => {
        const { available } = host.engine.balance(SystemOwner.house, 'coin', asset);
        return sum + (valuation.usdtUnits(code, BigInt(available)) ?? 0n);
      }, 0n),
      customers: await customers.count(),
      sockets: options.sockets(),
      openOrders: host.openCount,
      lagMs: projector.lagMs,
    }),
    onSample: async ({ lag_ms, commit_us }) => {
      const [identity, waiting, guessed, tampered] = await Promise.all([
        review.figures(),
        withdrawals.countWaiting(),
        guessedOperators(db, now()),
        alteredRows(withdrawals, approvals),
      ]);
      await alarms.look({
        upMs: performance.now() - startedAt,
        lagMs: lag_ms,
        commitMs: commit_us / 1000,
        booksDiffer: trading.books.difference,
        auditAltered: await options.audit.look(),
        altered: tampered,
        wrongCodes: passport.account.codeAlarm.excess,
        operatorsGuessed: guessed,
        codesNotSent: passport.account.sender.failures,
        codesUsedUp: passport.account.sender.usedUp,
        shortOf:
          custody?.seen?.solvency
            .filter(({ held, elsewhere, owed }) => held + elsewhere < owed)
            .map(({ chain, coin }) => `${coin} (${chain})`) ?? [],
        chainTrouble: custody?.trouble ?? null,
        reorganised: custody?.reorganised ?? null,
        hotLow: custody?.low ?? [],
        identityWaitMs: now() - (identity.oldest ?? now()),
        withdrawalWaitMs: now() - (waiting.oldest ?? now()),
        failedParts: options.incidents.recent(failedWithinMs),
      });
    },
  });
  options.onBatch((figures) => sampler.batch(figures));
  closing.defer(() => sampler.close());
  const { gateway } = trading;
  const journalWatch = setInterval(() => void alarms.journal(gateway.trouble), journalLookMs);
  closing.defer(() => clearInterval(journalWatch));
}
