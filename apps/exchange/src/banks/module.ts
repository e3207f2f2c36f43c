import { calls } from '@fft/contract';
import type { Account } from '../accounts/index.ts';
import type { Inbox } from '../content/index.ts';
import type { Addresses } from '../funds/addresses/index.ts';
import type { Authority, Rail, RailCalls, WithdrawalProcessor } from '../funds/withdrawals/index.ts';
import type { Review } from '../identity/index.ts';
import type { ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { createJob } from '../platform/jobs.ts';
import type { Gates } from '../transport/http/gates.ts';
import { route, type Api } from '../transport/http/route.ts';
import { createHouseAccounts, type HouseAccounts } from './accounts.ts';
import { createBankAnswers } from './payouts/bank-answers.ts';
import { createBatches } from './payouts/batches.ts';
import { refuseBroken } from './days/breaks.ts';
import { createCrediting } from './entries/credit.ts';
import { seedDemoAccounts } from './demo-accounts.ts';
import { bankDeposits, bankDetails } from './deposits.ts';
import { createBankFiles } from './files/files.ts';
import { watchFolder } from './files/folder.ts';
import { createJudge, type Judge } from './entries/judge.ts';
import { accountSavedMessage } from './messages.ts';
import { createOperations } from './operations.ts';
import {
  cancelPayout,
  listPayouts,
  payoutOptions,
  sendPayoutCode,
  submitPayout,
  type PayoutsOptions,
} from './payouts/payouts.ts';
import { createBankRail } from './payouts/rail.ts';
import { reconcile } from './days/reconcile.ts';
import { shortCurrencies, type BankRecords } from './days/reserves.ts';
import { createReferences } from './entries/references.ts';
import { addAccount, listAccounts, removeAccount, type SavedAccountsOptions } from './saved-accounts.ts';

export interface BanksNeeds {
  readonly ledger: Ledger;
  readonly account: Pick<Account, 'payPassword'>;
  readonly gates: Gates;
  readonly inbox: Inbox;
  readonly review: Pick<Review, 'latest' | 'findByName'>;
  readonly authority: Authority;
  readonly processor: WithdrawalProcessor;
  readonly records: BankRecords;
  /** The calls of withdrawals, over another rail. */
  readonly withdrawalsOver: (rail: Rail) => RailCalls;
  /** Saved addresses, of which those of the bank rail are bank accounts; and the same through the connection pool for lists. */
  readonly addresses: Addresses;
  readonly listedAddresses: Addresses;
}

/** Interval between attempts to judge and credit what a dead process left. */
const creditEveryMs = 5_000;
const reconcileEveryMs = 10 * 60_000;
const folderEveryMs = 1_000;

/** Bank money: statements in, payouts out, and both against the ledger. */
export function createBanks(context: ContextOf<'banks'>, needs: BanksNeeds) {
  const { storage, now } = context;
  const { ledger, authority, review, gates } = needs;
  const { directory } = ledger;
  const { db } = storage.pools.operators;
  const accounts = createHouseAccounts({ db, directory, authority, now });
  const references = createReferences(storage.pools.money.db, authority);
  const books = createBooks(context, needs, { accounts, judge: createJudge({ db, references, review }) });
  const { console: listed, lists: reading } = storage.reads;
  const { jobs, ...work } = books;
  const short = () => shortCurrencies(storage.pools.reading.db, ledger);
  const reserves = needs.records.readReserves;
  const facts = { db, listed, accounts, references, directory, review, authority, short, reserves, now };
  const payouts = { db: reading, over: needs.withdrawalsOver(createBankRail(accounts, directory)), accounts, now };
  const sandbox = context.settings.demoBank;
  const deposits = { reading, accounts, references, directory, review, gates, sandbox };
  return {
    service: { operations: createOperations({ ...facts, ...work }) },
    routes: async (api: Api) => {
      if (context.settings.demoBank) await seedDemoAccounts(db, accounts, context.settings.brandName);
      route(api, calls.banks.details, bankDetails(deposits));
      route(api, calls.banks.deposits, bankDeposits(deposits));
      serveSavedAccounts(api, savedOptions(context, needs));
      servePayouts(api, payouts);
    },
    jobs,
  };
}

/** What reads statements, credits, pays and compares, by call and by jobs. */
function createBooks(
  { settings, storage, log, now }: ContextOf<'banks'>,
  needs: BanksNeeds,
  { accounts, judge }: { readonly accounts: HouseAccounts; readonly judge: Judge },
) {
  const { ledger, inbox, authority, processor, review } = needs;
  const { host, gateway, projector, directory } = ledger;
  const { db } = storage.pools.operators;
  const isListed = async (id: number): Promise<boolean> => (await accounts.listed()).some((row) => row.id === id);
  const settling = { db, directory, authority, processor, log, now };
  const crediting = createCrediting({ ...settling, host, gateway, isListed, judge, inbox });
  const broken = (account: number) => refuseBroken(db, account);
  const batches = createBatches({ db, accounts, directory, authority, processor, review, refuseBroken: broken, now });
  const files = createBankFiles({ db, authority, accounts, now });
  const answers = createBankAnswers({ db, batches, log, now });
  const comparing = { db: storage.longRunning.db, host, directory, authority, accounts, log, now };
  const runNow = async (): Promise<void> => {
    await crediting.run();
    await reconcile(comparing);
  };
  const leaderOnly = (): boolean => projector.isWriting;
  const { bankFolder: folder } = settings;
  const watching = { db, accounts, files, answers, batches, runNow, log, now };
  const jobs = [
    createJob({ name: 'banks.credit', everyMs: creditEveryMs, leaderOnly, run: (signal) => crediting.run(signal) }),
    createJob({ name: 'banks.reconcile', everyMs: reconcileEveryMs, leaderOnly, run: () => reconcile(comparing) }),
    ...(folder === null
      ? []
      : [
          createJob({
            name: 'banks.folder',
            everyMs: folderEveryMs,
            leaderOnly,
            run: () => watchFolder({ ...watching, folder }),
          }),
        ]),
  ];
  return { judge, files, batches, answers, runNow, jobs };
}

function savedOptions({ settings, storage, now }: ContextOf<'banks'>, needs: BanksNeeds): SavedAccountsOptions {
  const { db } = storage.pools.money;
  return {
    addresses: needs.addresses,
    listed: needs.listedAddresses,
    directory: needs.ledger.directory,
    review: needs.review,
    payPassword: needs.account.payPassword,
    waitMs: settings.withdrawalWaitMs,
    onSaved: (customer, account) => needs.inbox.send(db, customer, accountSavedMessage(account)),
    now,
  };
}

function serveSavedAccounts(api: Api, options: SavedAccountsOptions): void {
  route(api, calls.banks.accounts, listAccounts(options));
  route(api, calls.banks.addAccount, addAccount(options));
  route(api, calls.banks.removeAccount, removeAccount(options));
}

function servePayouts(api: Api, options: PayoutsOptions): void {
  route(api, calls.banks.payoutOptions, payoutOptions(options));
  route(api, calls.banks.sendPayoutCode, sendPayoutCode(options));
  route(api, calls.banks.submitPayout, submitPayout(options));
  route(api, calls.banks.payouts, listPayouts(options));
  route(api, calls.banks.cancelPayout, cancelPayout(options));
}
