import type { Kysely } from 'kysely';
import type {
  Account,
  AccountGuards,
  CustomerService,
  Locks,
  OperatorsKeys,
  StopParts,
  Stops,
} from '../accounts/index.ts';
import type { Settings } from '../config/settings.ts';
import type { BankOperations } from '../banks/index.ts';
import type { ArticleService, MessageService } from '../content/index.ts';
import type { ChainRecords, CustodyReport } from '../custody/index.ts';
import type { Adjustments } from '../funds/adjustments/index.ts';
import type { FeeService } from '../funds/fees/index.ts';
import type { Authority, Landings, WithdrawalProcessor, WithdrawalReview } from '../funds/withdrawals/index.ts';
import type { Reason, Review } from '../identity/index.ts';
import type { Tables } from './room.ts';
import type { ContextOf } from '../context.ts';
import type { BatchFigures } from '../ledger/gateway.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { BannerService } from '../markets/home/index.ts';
import type { FeeRules, MarketBoard, MarketTerms, RateBook } from '../markets/index.ts';
import type { Valuation } from '../assets/prices/valuation.ts';
import type { Job } from '../platform/jobs.ts';
import type { Listeners } from '../platform/listeners.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Api } from '../transport/http/route.ts';
import { type Approvals, closeWithdrawalApprovals, createApprovals } from './approvals.ts';
import { bindBankAnswers, bindBankPayouts } from './bank-payouts.ts';
import { bindBanks, createBankApprovals } from './banks.ts';
import { type Bind, createBind } from './bind.ts';
import { createOperatorChangeApproval } from './staff/change-operator.ts';
import { consoleApi, listen, openConsole } from './console.ts';
import { bindContent, createContentApprovals } from './content.ts';
import { createLockApprovals } from './locks.ts';
import { bindCustomers, createFactorResetApproval, type CustomersOptions } from './customers.ts';
import { bindDashboard } from './watch/dashboard.ts';
import { bindFees, createCustomerFeesApproval, createTierApproval } from './fees.ts';
import { bindIdentity } from './identity.ts';
import { bindMarkets, createMarketApprovals } from './markets.ts';
import { bindOwnPasskeys } from './staff/own-passkeys.ts';
import { bindPayments, createLandingApproval } from './payments.ts';
import { bindRecoveries, createRecoveryApproval } from './recoveries.ts';
import { bindNetworks } from './networks.ts';
import { bindReserves } from './reserves.ts';
import { createRateApproval } from './rates.ts';
import { bindLogIn, openStaffAccess, type StaffAccess } from './staff/staff-access.ts';
import { bindStaff } from './staff/staff.ts';
import { createStaffWarningsJob } from './staff/staff-warnings.ts';
import { bindTokens, createTokenApproval } from './tokens.ts';
import { bindTreasury, createAdjustmentApproval, createWithdrawalApproval, type Liabilities } from './treasury.ts';
import { readTurnover } from './watch/turnover.ts';
import { createWatch } from './watch/watch.ts';

export interface AdminNeeds {
  readonly ledger: Ledger;
  readonly batches: Pick<Listeners<BatchFigures>, 'add'>;
  readonly accounts: AccountsForAdmin;
  readonly identity: IdentityForAdmin;
  readonly markets: MarketsForAdmin;
  readonly board: MarketBoard;
  readonly funds: FundsForAdmin;
  readonly custody: { readonly report: CustodyReport | null };
  readonly banks: BankOperations;
  readonly chainRecords: Pick<
    ChainRecords,
    | 'deposits'
    | 'payments'
    | 'payment'
    | 'askPayment'
    | 'readLeaving'
    | 'openRecoveries'
    | 'explorerLinks'
    | 'readReserveWallets'
    | 'publishColdSignature'
    | 'followedCoins'
  >;
  readonly content: { readonly articles: ArticleService; readonly messages: MessageService };
  readonly readPicture: (id: string) => Promise<Buffer | null>;
  readonly sockets: () => number;
  /** The exchange's own accounts besides the treasury's. */
  readonly houseAccounts: readonly number[];
}

interface AccountsForAdmin {
  readonly account: Account;
  readonly guards: AccountGuards;
  readonly mailer: Mailer;
  readonly customers: CustomerService;
  readonly apiKeys: { readonly ofCustomers: OperatorsKeys };
  openLocks(houseAccounts: readonly number[]): Locks;
  openStops(parts: StopParts): Stops;
  /** Registers the function that cancels the orders and withdrawals of a customer who has locked their account. */
  onFrozen(stop: (customer: number) => Promise<void>): void;
  openTreasury(db: Kysely<Tables>): Promise<number>;
}

interface IdentityForAdmin {
  readonly review: Review;
  readonly reasons: Readonly<Record<string, Reason>>;
}

interface MarketsForAdmin {
  readonly valuation: Valuation;
  readonly rates: Readonly<Record<string, string>>;
  readonly rateBook: RateBook;
  readonly banners: BannerService;
  openTerms(fees: FeeRules): MarketTerms;
  dayTurnover(): bigint;
}

interface FundsForAdmin extends Pick<CustomersOptions, 'statement' | 'turnoverOf'> {
  readonly processor: WithdrawalProcessor;
  readonly authority: Authority;
  readonly review: WithdrawalReview;
  readonly fees: FeeService;
  readonly landings: Landings;
  openAdjustments(treasury: number): Adjustments;
  readonly liabilities: (asset: number) => Liabilities;
  earned(): bigint;
}

interface Admin {
  readonly jobs: readonly Job[];
  readonly service: {
    /** Listens for operators. Returns the console's address; null if it is not served. */
    listen(): Promise<string | null>;
  };
}

/** Serves the operators' console at its own address. Every decision follows a rule of another module and is executed by its service. */
export async function createAdmin(context: ContextOf<'admin'>, needs: AdminNeeds): Promise<Admin> {
  const { settings, secrets, storage, log, now } = context;
  const { accounts } = needs;
  const stops = stopsOf(context, needs, storage.pools.money.db);
  accounts.onFrozen(stops.stop);
  const stopping = await stops.openJob();
  const { console: at } = settings;
  if (at === null) return { service: { listen: () => Promise.resolve(null) }, jobs: [stopping] };
  const console = await openConsole(context, at);
  const staffOptions = {
    log,
    settings,
    console: at,
    db: storage.pools.operators.db,
    account: accounts.account,
    guards: accounts.guards,
    passwordPepper: secrets.passwordPepper,
    mailer: accounts.mailer,
    now,
  };
  const staff = openStaffAccess(staffOptions, console.port);
  const api = consoleApi(context, console, staff);
  bindLogIn(api, staffOptions, staff);
  const jobs = await bindCalls(context, needs, { api, staff });
  const warnings = createStaffWarningsJob(staffOptions);
  return { service: { listen: () => listen(context, console, staff, at) }, jobs: [stopping, warnings, ...jobs] };
}

/** Binds the calls of operators who are logged in. Returns the jobs behind them. */
async function bindCalls(
  context: ContextOf<'admin'>,
  needs: AdminNeeds,
  { api, staff }: { readonly api: Api; readonly staff: StaffAccess },
): Promise<readonly Job[]> {
  const { settings, storage, now } = context;
  const { ledger, accounts, identity, markets, funds, custody, content } = needs;
  const { db } = storage.pools.operators;
  const { roster, sessions, links, mailLink, passkeys, verifyFactors, notifyOperator } = staff;
  const treasury = await accounts.openTreasury(db);
  const approvals = approvalsOf(context, needs, { staff, treasury });
  const { alarms, jobs } = createWatch(context, {
    ledger,
    batches: needs.batches,
    mailer: accounts.mailer,
    account: accounts.account,
    customers: accounts.customers,
    identityReview: identity.review,
    withdrawals: funds.review,
    approvals,
    banks: needs.banks,
    custody: custody.report,
    dayTurnover: markets.dayTurnover,
    earned: funds.earned,
    sockets: needs.sockets,
  });
  const bind = createBind({ api, db, roster, now });
  const { console: listed } = storage.reads;
  bindStaff(bind, { db, listed, roster, links, sessions, mailLink, approvals, now });
  bindOwnPasskeys(bind, { db, passkeys, verifyFactors, notifyOperator, now });
  bindIdentity(bind, { review: identity.review, reasons: identity.reasons, readPicture: needs.readPicture });
  bindOfCustomers(bind, context, needs, approvals);
  bindOfMoney(bind, context, needs, { approvals, treasury });
  bindContent(bind, {
    content: content.articles,
    messages: content.messages,
    banners: markets.banners,
    approvals,
    now,
  });
  const { directory } = ledger;
  const turnover = (hours: number) =>
    readTurnover({ db: listed, directory, valuation: markets.valuation }, hours, now());
  const { review } = identity;
  const { mode } = settings;
  const facts = { db, review, withdrawals: funds.review, approvals, alarms, banks: needs.banks, turnover, mode, now };
  bindDashboard(bind, { ...facts, tokens: directory.tokens, sandboxBank: sandboxBankOf(settings) });
  return jobs;
}

/** Address of the sandbox bank's page, on the customers' side of the demo. */
function sandboxBankOf({ demoBank, publicUrl }: Settings): string | null {
  return demoBank && publicUrl !== null ? `${publicUrl}/demo/bank` : null;
}

interface Approving {
  readonly staff: StaffAccess;
  /** The account of the exchange's own money. */
  readonly treasury: number;
}

/** Creates the approvals, each with the function that executes it once a second operator agrees. */
function approvalsOf(context: ContextOf<'admin'>, needs: AdminNeeds, { staff, treasury }: Approving): Approvals {
  const { storage, now } = context;
  const { ledger, accounts, identity, markets, funds, banks, chainRecords, content, houseAccounts } = needs;
  const { db } = storage.pools.operators;
  const { roster, links, sessions, mailLink } = staff;
  const { stop } = stopsOf(context, needs, db);
  return createApprovals({
    db,
    authority: funds.authority,
    review: identity.review,
    now,
    execute: {
      role: createOperatorChangeApproval({ db, roster, links, sessions, mailLink, now }),
      adjustment: createAdjustmentApproval({ adjustments: funds.openAdjustments(treasury) }),
      withdrawal: createWithdrawalApproval({ db, withdrawals: funds.review, now }),
      rate: createRateApproval(markets),
      reset: createFactorResetApproval(accounts.customers),
      ...createLockApprovals({ locks: accounts.openLocks(houseAccounts), stop, now }),
      landing: createLandingApproval({ landings: funds.landings, now }),
      token: createTokenApproval({ db, directory: ledger.directory, authority: funds.authority, now }),
      recovery: createRecoveryApproval({ recoveries: chainRecords.openRecoveries(funds.authority) }),
      feeTier: createTierApproval(funds),
      customerFees: createCustomerFeesApproval(funds),
      ...createMarketApprovals(markets.openTerms(funds.fees)),
      ...createBankApprovals(banks),
      ...createContentApprovals({ content: content.articles, messages: content.messages, banners: markets.banners }),
    },
  });
}

function bindOfCustomers(bind: Bind, context: ContextOf<'admin'>, needs: AdminNeeds, approvals: Approvals): void {
  const { storage, now } = context;
  const { ledger, accounts, identity, markets, funds } = needs;
  const { host, projector, directory } = ledger;
  const { db } = storage.pools.operators;
  const { stop } = stopsOf(context, needs, db);
  bindCustomers(bind, {
    db,
    listed: storage.reads.console,
    host,
    projector,
    directory,
    valuation: markets.valuation,
    customers: accounts.customers,
    sessions: accounts.account.sessions,
    apiKeys: accounts.apiKeys.ofCustomers,
    review: identity.review,
    approvals,
    fees: funds.fees,
    turnoverOf: funds.turnoverOf,
    locks: accounts.openLocks(needs.houseAccounts),
    stop,
    statement: funds.statement,
    now,
  });
}

function bindOfMoney(
  bind: Bind,
  { storage, now }: ContextOf<'admin'>,
  { ledger, accounts, identity, markets, board, funds, custody, chainRecords, banks }: AdminNeeds,
  { approvals, treasury }: Pick<Approving, 'treasury'> & { readonly approvals: Approvals },
): void {
  const { host, directory } = ledger;
  const { db } = storage.pools.operators;
  const { customers } = accounts;
  bindTreasury(bind, {
    db,
    host,
    directory,
    projector: ledger.projector,
    valuation: markets.valuation,
    approvals,
    adjustments: funds.openAdjustments(treasury),
    withdrawals: funds.review,
    customers,
    review: identity.review,
    treasury,
    liabilities: funds.liabilities,
    leaving: chainRecords.readLeaving,
    held: () => custody.report?.seen ?? null,
    bankReserves: () => banks.reserves(),
    deposits: chainRecords.deposits,
    payments: chainRecords.payments,
    explorerLinks: chainRecords.explorerLinks,
    now,
  });
  const { payment, askPayment } = chainRecords;
  bindPayments(bind, { approvals, landings: funds.landings, payment, askPayment, now });
  const { explorerLinks } = chainRecords;
  const recoveries = chainRecords.openRecoveries(funds.authority);
  bindRecoveries(bind, { approvals, recoveries, explorerLinks });
  bindReserves(bind, { db, records: chainRecords, now });
  bindNetworks(bind, { db, records: chainRecords, now });
  bindBanks(bind, { banks, approvals, review: identity.review, customers });
  bindBankPayouts(bind, { banks, approvals });
  bindBankAnswers(bind, { banks });
  bindTokens(bind, { db, directory, authority: funds.authority, approvals, now });
  bindFees(bind, { fees: funds.fees, customers, approvals });
  bindMarkets(bind, {
    host,
    directory,
    board,
    valuation: markets.valuation,
    terms: markets.openTerms(funds.fees),
    rates: markets.rates,
    rateBook: markets.rateBook,
    approvals,
    now,
  });
}

/** Cancels locked customers' orders and withdrawals, over this pool. Proposals to pay one of the withdrawals are closed with it. */
function stopsOf({ now }: ContextOf<'admin'>, { ledger, funds, accounts }: AdminNeeds, db: Kysely<Tables>): Stops {
  const { host, gateway } = ledger;
  const cancelWithdrawals = (customer: number) => funds.processor.cancelWaiting(customer);
  const onCancelled: StopParts['onCancelled'] = (transaction, withdrawals, operator) =>
    closeWithdrawalApprovals(transaction, { withdrawals, operator, time: now() });
  return accounts.openStops({ db, host, gateway, cancelWithdrawals, onCancelled });
}
