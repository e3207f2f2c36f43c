import { calls } from '@fft/contract';
import type { Account } from '../accounts/index.ts';
import type { Inbox } from '../content/index.ts';
import type { Addresses } from '../funds/addresses/index.ts';
import type { Authority, Rail, RailCalls, WithdrawalProcessor } from '../funds/withdrawals/index.ts';
import type { Review } from '../identity/index.ts';
import type { Context } from '../ledger/context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { createJob } from '../platform/jobs.ts';
import type { Gates } from '../transport/http/gates.ts';
import { route, type Api } from '../transport/http/route.ts';
import { createHouseAccounts } from './accounts.ts';
import { createBatches } from './batches.ts';
import { refuseBroken } from './breaks.ts';
import { createCrediting } from './credit.ts';
import { bankDeposits, bankDetails } from './deposits.ts';
import { createBankFiles } from './files.ts';
import { createJudge } from './judge.ts';
import { accountSavedMessage } from './messages.ts';
import { createOperations } from './operations.ts';
import {
  cancelPayout,
  listPayouts,
  payoutOptions,
  sendPayoutCode,
  submitPayout,
  type PayoutsOptions,
} from './payouts.ts';
import { createBankRail } from './rail.ts';
import { createReferences } from './references.ts';
import { addAccount, listAccounts, removeAccount, type SavedAccountsOptions } from './saved-accounts.ts';

export interface BanksNeeds {
  readonly ledger: Ledger;
  readonly account: Pick<Account, 'payPassword'>;
  readonly gates: Gates;
  readonly inbox: Inbox;
  readonly review: Pick<Review, 'latest' | 'findByName'>;
  readonly authority: Authority;
  readonly processor: WithdrawalProcessor;
  /** The calls of withdrawals, over another rail. */
  readonly withdrawalsOver: (rail: Rail) => RailCalls;
  /** Saved addresses, of which those of the bank rail are bank accounts; and the same through the connection pool for lists. */
  readonly addresses: Addresses;
  readonly listedAddresses: Addresses;
}

/** Interval between attempts to judge and credit what a dead process left. */
const creditEveryMs = 5_000;

/** Bank money: statements in, payouts out, and both against the ledger. */
export function createBanks(context: Context, needs: BanksNeeds) {
  const { storage, log, now } = context;
  const { ledger, inbox, authority, processor, review, gates } = needs;
  const { host, gateway, projector, directory } = ledger;
  const { db } = storage.pools.operators;
  const accounts = createHouseAccounts({ db, directory, authority, now });
  const references = createReferences(storage.pools.money.db, authority);
  const judge = createJudge({ db, references, review });
  const isListed = async (id: number): Promise<boolean> => (await accounts.listed()).some((row) => row.id === id);
  const settling = { db, directory, authority, processor, log, now };
  const crediting = createCrediting({ ...settling, host, gateway, isListed, judge, inbox });
  const broken = (account: number) => refuseBroken(db, account);
  const batches = createBatches({ db, accounts, directory, authority, processor, review, refuseBroken: broken, now });
  const crediter = createJob({
    name: 'banks.credit',
    everyMs: creditEveryMs,
    leaderOnly: () => projector.isWriting,
    run: (signal) => crediting.run(signal),
  });
  const files = createBankFiles({ db, authority, now });
  const { console: listed } = storage.reads;
  const runNow = () => crediting.run();
  const operations = createOperations({
    db,
    listed,
    accounts,
    files,
    batches,
    judge,
    references,
    review,
    authority,
    runNow,
    now,
  });
  const reading = storage.reads.lists;
  const payouts = { db: reading, over: needs.withdrawalsOver(createBankRail(accounts, directory)), accounts, now };
  const deposits = { reading, accounts, references, directory, review, gates };
  return {
    service: { operations },
    routes: (api: Api) => {
      route(api, calls.banks.details, bankDetails(deposits));
      route(api, calls.banks.deposits, bankDeposits(deposits));
      serveSavedAccounts(api, savedOptions(context, needs));
      servePayouts(api, payouts);
    },
    jobs: [crediter],
  };
}

function savedOptions({ settings, storage, now }: Context, needs: BanksNeeds): SavedAccountsOptions {
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
