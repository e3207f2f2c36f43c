import {
  consoleCalls,
  risks,
  type AssetLine,
  type Movement,
  type ReviewedWithdrawal,
  type WithdrawalFacts,
} from '@fft/console-contract';
import { formatDecimal } from '@fft/decimal';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { refuse } from './refusals.ts';
import type { Review } from '../identity/index.ts';
import type { ExplorerLinks } from '../assets/explorers.ts';
import { formatUsdt } from '../assets/prices/valuation.ts';
import type { Adjustments } from '../funds/adjustments/index.ts';
import type { WithdrawalReview, WithdrawalRow } from '../funds/withdrawals/index.ts';
import { closeOpenApproval, type Approvals, type ExecuteApproval, type OpenApproval } from './approvals.ts';
import type { Bind } from './bind.ts';
import { type MoneyFactsOptions, readAddressFacts, readMoneyFacts } from './watch/money-facts.ts';
import type { Operator } from './staff/roster.ts';

type ChainMovement = Omit<Movement, 'name'>;

interface Page {
  readonly before: number;
  readonly limit: number;
}

/** On-chain balances as custody last saw them, in the chains' units. */
export interface Held {
  readonly time: number;
  readonly solvency: readonly {
    readonly chain: string;
    readonly coin: string;
    readonly decimals: number;
    readonly hot: bigint;
    readonly unswept: bigint;
    readonly cold: bigint;
    readonly held: bigint;
  }[];
}

/** Balances owed to customers, of the demo's made-up market, of the exchange, and of adjustments. */
export interface Liabilities {
  readonly owed: number;
  readonly madeUp: number;
  readonly fees: number;
  readonly adjustments: number;
}

export interface TreasuryOptions extends MoneyFactsOptions {
  readonly approvals: Approvals;
  readonly adjustments: Adjustments;
  readonly withdrawals: WithdrawalReview;
  readonly review: Pick<Review, 'latest'>;
  /** The account with the exchange's own money. */
  readonly treasury: number;
  /** An asset's balances, in ledger units. */
  readonly liabilities: (asset: number) => Liabilities;
  /** Paid on a chain and still in customers' balances, by coin, in ledger units. */
  readonly leaving: () => Promise<ReadonlyMap<string, bigint>>;
  readonly held: () => Held | null;
  /** Of currencies in banks, as decimals. */
  readonly bankReserves: () => Promise<Readonly<Record<string, string>>>;
  readonly deposits: (page: Page) => Promise<ChainMovement[]>;
  readonly payments: (page: Page) => Promise<ChainMovement[]>;
  readonly explorerLinks: ExplorerLinks;
  readonly now: () => number;
}

/** Binds the calls about deposits, withdrawals and balances. */
export function bindTreasury(bind: Bind, options: TreasuryOptions): void {
  const { db, approvals, adjustments, withdrawals, now } = options;
  const { treasury } = consoleCalls;

  bind(treasury.withdrawals, async ({ state, limit, cursor }) => {
    const from = cursor === undefined ? null : readCursor(cursor);
    const found = await withdrawals.list({ state, from, limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: await reviewedAll(options, page),
      next: last && found.length > limit ? cursorAfter(last.id) : null,
    };
  });
  bind(treasury.showWithdrawal, ({ id }, by) => showWithdrawal(options, id, by));
  bind(treasury.facts, async ({ customer, coin, amount }) => {
    const { units } = adjustments.unitsOf({ coin, amount });
    const worth = options.valuation.usdtUnits(coin, BigInt(units));
    return { subject: await readMoneyFacts(options, customer), worth: worth === null ? null : formatUsdt(worth) };
  });
  bind(treasury.approve, ({ id }, by) => approve(options, id, by));
  bind(treasury.reject, async ({ id, zh, en, from }, by) => {
    await withdrawals.reject(id, by.name, { zh, en }, from);
    await closeOpenApproval(db, { act: 'withdrawal', target: `withdrawal ${id}`, by, time: now() });
    return null;
  });
  bind(treasury.balances, () => balances(options));
  bind(treasury.movements, async ({ kind, limit, cursor }) => {
    const found = await (kind === 'deposits' ? options.deposits : options.payments)({
      before: readCursor(cursor),
      limit,
    });
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items: await named(options, items), next: last && found.length > limit ? cursorAfter(last.id) : null };
  });
  bind(treasury.adjust, async ({ requestId, ...input }, by) => {
    await adjustments.examine(input);
    const target = `customer ${input.customer}`;
    const { id } = await approvals.propose(by, { act: 'adjustment', target, input, requestId });
    return { approval: id };
  });
}

/** Makes a credit or correction that two operators agreed to. */
export function createAdjustmentApproval({
  adjustments,
}: Pick<TreasuryOptions, 'adjustments'>): ExecuteApproval<'adjustment'> {
  return async (adjustment, agreed) => ({ record: await adjustments.make(adjustment, agreed) });
}

/** Adds the names of the customers. */
async function named({ review }: TreasuryOptions, items: readonly ChainMovement[]): Promise<Movement[]> {
  const identities = await review.latest(items.flatMap(({ customer }) => customer ?? []));
  return items.map((item) => ({ ...item, name: identities.get(item.customer ?? 0)?.name ?? null }));
}

/** The view is recorded: only an operator who has viewed a withdrawal can approve it. */
async function showWithdrawal(options: TreasuryOptions, id: number, by: Operator): Promise<WithdrawalFacts> {
  const { db, withdrawals } = options;
  const row = await withdrawals.find(id);
  if (row === null || row.state === 'requested' || row.state === 'refused') throw refuse('notFound');
  const [[withdrawal], explorerUrl, subject, address] = await Promise.all([
    reviewedAll(options, [row]),
    options.explorerLinks.find(row.chain, row.txid),
    readMoneyFacts(options, row.customer),
    readAddressFacts(db, row),
  ]);
  if (!withdrawal) throw new Error(`withdrawal ${id} was not listed`);
  await withdrawals.view(id, by.name);
  return { withdrawal, explorerUrl, subject, address };
}

type Totals = Awaited<ReturnType<WithdrawalReview['dayTotals']>>;

/** Where two must agree, the first operator proposes; the second approves, here or on the approvals page. */
async function approve(options: TreasuryOptions, id: number, by: Operator) {
  const { approvals, withdrawals } = options;
  if ((await withdrawals.prepare(id, by.name)) === 'alone') {
    await withdrawals.approve(id, by.name);
    return { state: 'approved' as const };
  }
  const target = `withdrawal ${id}`;
  const open = (await approvals.findOpen('withdrawal', [target])).get(target);
  if (open !== undefined) {
    await approvals.decide(open.id, true, by);
    return { state: 'approved' as const };
  }
  const row = await withdrawals.find(id);
  if (row === null) throw refuse('notInReview');
  const { customer, coin, address } = row;
  const input = { id, customer, coin, address, number: row.decisions, ...figures(options, row) };
  await approvals.propose(by, { act: 'withdrawal', target, input });
  return { state: 'waitsForSecond' as const };
}

const goneStates: readonly WithdrawalRow['state'][] = ['approved', 'sent', 'done', 'failed'];

/** Executes an approved withdrawal. If the customer has cancelled it since, the proposal is closed. */
export function createWithdrawalApproval({
  db,
  withdrawals,
  now,
}: Pick<TreasuryOptions, 'db' | 'withdrawals' | 'now'>): ExecuteApproval<'withdrawal'> {
  return async ({ id, number }, { by, agreement }) => {
    const row = await withdrawals.find(id);
    const state = row?.state ?? 'cancelled';
    // The process may have died between approving it and recording that.
    if (goneStates.includes(state)) return {};
    if (state !== 'review')
      await closeOpenApproval(db, { act: 'withdrawal', target: `withdrawal ${id}`, by, time: now() });
    // Another decision was made since the proposal.
    if (state === 'review' && row?.decisions !== number) throw refuse('approvalTooOld');
    await withdrawals.approve(id, agreement);
    return {};
  };
}

function figures({ directory }: TreasuryOptions, { asset, amount, fee, usdt_units }: WithdrawalRow) {
  const { decimals } = directory.asset(asset);
  return {
    amount: formatDecimal(amount, decimals),
    fee: formatDecimal(fee, decimals),
    worth: usdt_units === null ? null : formatUsdt(BigInt(usdt_units)),
  };
}

/** Data for a whole page, read together. */
interface Known {
  readonly open: ReadonlyMap<string, OpenApproval>;
  readonly totals: Totals;
  readonly identities: Awaited<ReturnType<Review['latest']>>;
}

async function reviewedAll(options: TreasuryOptions, rows: readonly WithdrawalRow[]): Promise<ReviewedWithdrawal[]> {
  const waiting = rows.filter(({ state }) => state === 'review');
  const targets = waiting.map(({ id }) => `withdrawal ${id}`);
  const [open, totals, identities] = await Promise.all([
    options.approvals.findOpen('withdrawal', targets),
    options.withdrawals.dayTotals(rows.map(({ id }) => id)),
    options.review.latest(rows.map(({ customer }) => customer)),
  ]);
  return rows.map((row) => reviewed(options, row, { open, totals, identities }));
}

function reviewed(options: TreasuryOptions, row: WithdrawalRow, known: Known): ReviewedWithdrawal {
  const { id, customer, coin, chain, address, memo, state, time, txid } = row;
  if (state === 'requested' || state === 'refused')
    throw new Error(`withdrawal ${id} is ${state}: it must not be listed`);
  const dayTotal = known.totals.get(id) ?? null;
  return {
    id,
    customer,
    name: known.identities.get(customer)?.name ?? null,
    coin,
    chain,
    address,
    memo,
    state,
    time,
    txid,
    ...figures(options, row),
    risks: risks.filter((risk) => row.risks.includes(risk)),
    dayTotal: dayTotal === null ? null : formatUsdt(dayTotal),
    fourEyes: options.withdrawals.takesTwo(dayTotal),
    proposer: known.open.get(`withdrawal ${id}`)?.proposerName ?? null,
  };
}

/** The same figures as in the proof of liabilities, at this moment. */
async function balances({
  host,
  directory,
  held,
  treasury,
  liabilities,
  leaving: readLeaving,
  bankReserves,
}: TreasuryOptions) {
  const seen = held();
  const [leaving, atBanks] = await Promise.all([readLeaving(), bankReserves()]);
  const assets = host.engine.assets.map((_, asset): AssetLine => {
    const { code, decimals } = directory.asset(asset);
    const { owed, madeUp, fees, adjustments } = liabilities(asset);
    return {
      coin: code,
      owed: formatDecimal(owed, decimals),
      madeUp: formatDecimal(madeUp, decimals),
      fees: formatDecimal(fees, decimals),
      adjustments: formatDecimal(adjustments, decimals),
      leaving: formatDecimal(leaving.get(code) ?? 0n, decimals),
      held: heldOf(seen, code, decimals) ?? atBanks[code] ?? null,
    };
  });
  const chains = (seen?.solvency ?? []).map(({ chain, coin, decimals, hot, unswept, cold }) => ({
    chain,
    coin,
    hot: formatDecimal(hot, decimals),
    addresses: formatDecimal(unswept, decimals),
    cold: formatDecimal(cold, decimals),
  }));
  return { assets, chains, treasury, heldAt: seen?.time ?? null };
}

/** The total over all chains that track the coin; null if none does. */
function heldOf(seen: Held | null, coin: string, ledgerDecimals: number): string | null {
  const places = (seen?.solvency ?? []).filter((place) => place.coin === coin);
  if (places.length === 0) return null;
  const units = places.reduce((sum, { held, decimals }) => sum + held / 10n ** BigInt(decimals - ledgerDecimals), 0n);
  return formatDecimal(units, ledgerDecimals);
}
