import { join } from 'node:path';
import { SystemOwner } from '@fft/engine';
import type { Lang } from '@fft/contract';
import type { Account } from '../accounts/index.ts';
import type { Inbox } from '../content/index.ts';
import type { BankRecords } from '../banks/index.ts';
import type { ChainRecords } from '../custody/index.ts';
import type { StoppedWithdrawals } from '../identity/index.ts';
import type { ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ControlPrices } from '../assets/prices/control-prices.ts';
import type { Valuation } from '../assets/prices/valuation.ts';
import { createJob } from '../platform/jobs.ts';
import { openArchive } from '../platform/object-storage/archive-store.ts';
import type { Gates } from '../transport/http/gates.ts';
import type { Api } from '../transport/http/route.ts';
import { createAdjustments } from './adjustments/adjustments.ts';
import { createAddresses } from './addresses/addresses.ts';
import { addressSavedMessage } from './addresses/messages.ts';
import { serveAddresses } from './addresses/serve-addresses.ts';
import { serveAssets } from './balances/assets.ts';
import { createExportJob } from './balances/exports/create-export-job.ts';
import { createExports } from './balances/exports/exports.ts';
import { serveExports } from './balances/exports/serve-exports.ts';
import { readSettledLines } from './balances/statement.ts';
import { createFeeService } from './fees/fee-service.ts';
import { readFeesOf } from './fees/fees-of.ts';
import { createTierSync } from './fees/tier-sync.ts';
import { readTurnovers } from './fees/turnovers.ts';
import { createPublishing } from './liabilities/create-publishing.ts';
import { liabilitiesOf } from './liabilities/liabilities-of.ts';
import { serveProof } from './liabilities/serve-proof.ts';
import { openProfit } from './profit/open-profit.ts';
import { idsAboveLimit } from './withdrawals/above-limit.ts';
import { serveTransfers } from './transfers/serve-transfers.ts';
import { createAuthority } from './withdrawals/authority.ts';
import { createBlocks } from './withdrawals/blocks.ts';
import { createLandings } from './withdrawals/landings.ts';
import { notifyOwner } from './withdrawals/notify-owner.ts';
import { createWithdrawalReview, type WithdrawalReview } from './withdrawals/review.ts';
import { dayLimit } from './withdrawals/rules.ts';
import { followTokens } from '../assets/listed-tokens.ts';
import { followedNetwork } from '../assets/open-networks.ts';
import { createChainRail, type Rail } from './withdrawals/rail.ts';
import { createCustomersWithdrawals, createRailCalls, serveWithdrawals } from './withdrawals/serve-withdrawals.ts';
import { createWithdrawalProcessor, type WithdrawalProcessor } from './withdrawals/withdrawal-processor.ts';
import { createWithdrawals, type Withdrawals } from './withdrawals/withdrawals.ts';

export interface FundsNeeds {
  readonly ledger: Ledger;
  readonly account: Account;
  readonly gates: Gates;
  readonly inbox: Inbox;
  readonly valuation: Valuation;
  readonly prices: ControlPrices;
  readonly chainRecords: ChainRecords;
  readonly bankRecords: BankRecords;
  /** Accounts of the demo's made-up market. Empty in production. */
  readonly madeUpAccounts: readonly number[];
  /** Sets how to find the withdrawals that stop when an identity is revoked. */
  readonly onRevoke: (find: StoppedWithdrawals) => void;
  /** The operator who passed a customer's identity; null if it isn't passed. */
  readonly passedBy: (customer: number) => Promise<string | null>;
}

/** Interval between attempts to finish withdrawals that were left half done. */
const resumeMs = 10_000;

/** Customers' money outside trading: balances, transfers, withdrawals, fees and liabilities. */
export async function createFunds(context: ContextOf<'funds'>, needs: FundsNeeds) {
  const { storage, now } = context;
  const { ledger, valuation } = needs;
  const { host, gateway, projector, directory } = ledger;
  const { db: reading } = storage.pools.reading;
  const { db: longRunning } = storage.longRunning;
  const isMine = (): boolean => projector.isWriting;
  const withdrawing = await openWithdrawals(context, needs);
  const { processor, authority, review } = withdrawing;
  const ofFees = { gateway, host, maxFeePpm: context.settings.maxFeePpm };
  const tierSync = createTierSync({ ...ofFees, projector, directory, db: longRunning, valuation, isMine, now });
  const publishing = createPublishing({
    host,
    directory,
    db: longRunning,
    customers: async () => (await longRunning.selectFrom('customers').select('id').execute()).map(({ id }) => id),
    madeUpAccounts: needs.madeUpAccounts,
    holdings: () => holdingsOf(needs),
    leaving: needs.chainRecords.readLeaving,
    isMine,
    now,
  });
  const resuming = createJob({ name: 'funds.resumeWithdrawals', everyMs: resumeMs, run: () => processor.resume() });
  const statementExports = openExports(context, ledger);
  const profit = openProfit(context, { ledger, valuation });
  return {
    service: {
      processor,
      authority,
      withdrawals: withdrawing.ofCustomers,
      forBanks: withdrawing.forBanks,
      /** An asset's balances, in ledger units. */
      liabilities: (asset: number) => liabilitiesOf(host.engine, asset, needs.madeUpAccounts),
      /** What a customer bought and sold since a time, in whole USDT at current prices. */
      turnoverOf: async (customer: number, since: number) => {
        await projector.reachedFor(customer);
        const turnovers = await readTurnovers({ db: storage.reads.console, directory, valuation }, since, customer);
        return turnovers.get(customer) ?? 0;
      },
      feesOf: (customer: number, lang: Lang) => readFeesOf(reading, customer, lang),
      /** For operators. */
      review: reviewOfOperators(review, processor),
      ...actsOfOperators(context, needs, withdrawing),
      fees: createFeeService({ ...ofFees, db: storage.pools.operators.db, tierSync, now }),
      statement: (owner: number, { kind, limit, cursor }: StatementPage) =>
        readSettledLines({ db: storage.reads.console, host, projector, directory }, { owner, kind }, { limit, cursor }),
      /** The worth of the exchange's collected fees, in millionths of a USDT. */
      earned: () =>
        host.engine.assets.reduce((sum, { code }, asset) => {
          const { available } = host.engine.balance(SystemOwner.house, 'coin', asset);
          return sum + (valuation.usdtUnits(code, BigInt(available)) ?? 0n);
        }, 0n),
    },
    routes: (api: Api) => {
      serveAssets({ api, host, projector, directory, reads: storage.reads, valuation, now });
      statementExports.routes(api);
      profit.routes(api);
      serveTransfers({ api, host, gateway, directory });
      withdrawing.routes(api);
      serveProof({ api, directory, reading: storage.reads.lists, reserves: needs.chainRecords.readReserves });
    },
    jobs: context.isGateway ? [resuming, tierSync.job, publishing, statementExports.job, profit.job] : [resuming],
  };
}

/** What operators do to balances by hand. */
function actsOfOperators(
  { storage, now }: ContextOf<'funds'>,
  { ledger, inbox, chainRecords }: FundsNeeds,
  { review, authority, processor }: Awaited<ReturnType<typeof openWithdrawals>>,
) {
  const { gateway, directory } = ledger;
  const { db } = storage.pools.operators;
  return {
    landings: createLandings({ payment: chainRecords.payment, withdrawals: review, authority, processor }),
    /** Credits and corrections against this account of the exchange's own money. */
    openAdjustments: (treasury: number) => createAdjustments({ db, gateway, directory, inbox, treasury, now }),
  };
}

/** Reserves on chains and in banks; null until every followed chain was counted. */
async function holdingsOf({ chainRecords, bankRecords }: FundsNeeds) {
  const onChains = await chainRecords.readHoldings();
  return onChains && { ...onChains, held: { ...(await bankRecords.readReserves()), ...onChains.held } };
}

/** Statements as files, with what is in the archive. */
function openExports(
  { storage, settings, incidents, now }: ContextOf<'funds'>,
  { host, projector, directory }: Ledger,
) {
  const { pool, db } = storage.longRunning;
  const exports = createExports({ db: storage.pools.money.db, now });
  const job = createExportJob({
    source: { db, host, projector, directory },
    exports,
    db,
    pool,
    store: settings.archiveUrl === null ? null : openArchive(settings.archiveUrl),
    folder: join(settings.dataDir, 'exporting'),
    now,
    incidents,
  });
  return { job, routes: (api: Api) => serveExports(api, { exports, directory, wake: () => job.wake() }) };
}

interface StatementPage {
  readonly kind: 'coin' | 'fiat';
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Opens saved addresses and withdrawals, and finishes what was left half done. */
async function openWithdrawals(context: ContextOf<'funds'>, needs: FundsNeeds) {
  const { settings, secrets, storage, log, now } = context;
  const { host, gateway, directory } = needs.ledger;
  const { db } = storage.pools.money;
  const limitWithoutIdentity = dayLimit(settings.withdrawalLimits, 'none');
  const { tokens } = directory;
  const authority = createAuthority({
    key: secrets.withdrawalMacKey,
    log,
    decimalsOf: (coin) => tokens.decimalsOf(coin),
  });
  await followTokens({ db, authority, tokens, eventBus: storage.eventBus, log });
  const blocks = createBlocks({ authority, limitWithoutIdentity });
  const withdrawals = createWithdrawals({ db, host, authority, blocks, now });
  const onChange = notifyOwner(needs.inbox, ({ asset }) => directory.asset(asset).decimals, directory.tokens);
  const processor = createWithdrawalProcessor({ db, gateway, withdrawals, authority, blocks, log, now, onChange });
  await processor.resume();
  needs.onRevoke((transaction, customer) =>
    idsAboveLimit(transaction, authority, { customer, limit: limitWithoutIdentity }),
  );
  const review = createWithdrawalReview({
    db: storage.pools.operators.db,
    authority,
    blocks,
    onChange,
    approverDayUsdt: settings.approverDayUsdt,
    fourEyesFrom: BigInt(settings.fourEyesFromUsdt) * 1_000_000n,
    passedBy: needs.passedBy,
    now,
  });
  const listed = createWithdrawals({ db: storage.reads.lists, host, authority, blocks, now });
  return { processor, authority, review, ...withdrawalCalls(context, needs, { withdrawals, listed, processor }) };
}

interface Withdrawing {
  readonly withdrawals: Withdrawals;
  /** The same rows, through the connection pool for lists. */
  readonly listed: Withdrawals;
  readonly processor: WithdrawalProcessor;
}

/** The calls for saved addresses and withdrawals. */
function withdrawalCalls(
  { settings, storage, now }: ContextOf<'funds'>,
  { ledger, account, gates, inbox, prices, chainRecords }: FundsNeeds,
  { withdrawals, listed, processor }: Withdrawing,
) {
  const { host, projector, directory } = ledger;
  const { db } = storage.pools.money;
  const { recipientDoubt, explorerLinks } = chainRecords;
  const addresses = createAddresses(db);
  const listedAddresses = createAddresses(storage.reads.exact);
  const options = {
    db,
    host,
    projector,
    directory,
    prices,
    gates,
    account,
    addresses,
    rail: createChainRail({ db, directory }, recipientDoubt),
    withdrawals,
    listed,
    processor,
    limits: settings.withdrawalLimits,
    identityRequired: settings.identityRequiredFor.includes('withdraw'),
    explorerLinks,
    now,
  };
  const ofCustomers = createCustomersWithdrawals(options);
  const routes = (api: Api): void => {
    serveAddresses(api, {
      addresses,
      listed: listedAddresses,
      payPassword: account.payPassword,
      tokens: directory.tokens,
      networkOf: (chain) => followedNetwork(db, chain),
      recipientDoubt,
      waitMs: settings.withdrawalWaitMs,
      onSaved: (customer, address) => inbox.send(db, customer, addressSavedMessage(address, directory.tokens)),
      now,
    });
    serveWithdrawals(api, options, ofCustomers);
  };
  const forBanks = {
    /** The calls of withdrawals that take another rail. */
    withdrawalsOver: (rail: Rail) => createRailCalls({ ...options, rail }),
    addresses,
    /** The same, through the connection pool for lists. */
    listedAddresses,
  };
  return { routes, ofCustomers, forBanks };
}

/** The ledger returns the money of a rejected withdrawal immediately. */
function reviewOfOperators(review: WithdrawalReview, processor: Pick<WithdrawalProcessor, 'resume'>): WithdrawalReview {
  return {
    ...review,
    reject: async (...act) => {
      await review.reject(...act);
      await processor.resume();
    },
  };
}
