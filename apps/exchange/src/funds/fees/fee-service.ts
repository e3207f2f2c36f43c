import { ok as assert } from 'node:assert/strict';
import { type Acting, proposerOf } from '../../audit/acting.ts';
import { auditFirst } from '../../audit/audit.ts';
import { type FeeRates, refuseAboveCap } from '../../ledger/listings/fee-cap.ts';
import { refuse } from '../refusals.ts';
import { type FeeLedgerOptions, type Fees, setLedgerFees } from './fee-ledger.ts';
import { isDearer, isGift, lowestOf, type Schedule } from './schedule.ts';
import { deleteTier, saveTier, type TierChange, type TierDraft } from './tier-changes.ts';
import type { TierSync } from './tier-sync.ts';
import {
  type CustomerTier,
  countByTier,
  findTier,
  readCustomerTier,
  readTiers,
  type Tier,
  tierReached,
} from './tiers.ts';

/** The fees that a customer shall have. */
export type WantedFees =
  | { readonly kind: 'tier'; readonly tier: number }
  | { readonly kind: 'own'; readonly fees: Fees }
  /** The tier that their turnover reaches, or the markets' fees. */
  | { readonly kind: 'byTurnover' };

/** A change of one customer's fees that two must agree to. Null fees: each market's. */
export interface CustomerFeesChange {
  /** Of its proposal. */
  readonly target: string;
  readonly customer: number;
  readonly wanted: WantedFees;
  readonly before: Fees | null;
  readonly after: Fees | null;
  /** The tier that they get. */
  readonly tier: Tier | null;
}

/** A customer's fees before and after a change. */
interface SeenFees {
  readonly before: Fees | null;
  readonly after: Fees | null;
}

/**
 * Operators' control of fees. The audit log records every change. One operator may lower fees within the schedule; what makes trading dearer for
 * anyone, or gives less than the schedule's lowest fees, takes two. Without their agreement such an act returns what they must agree to. Nobody
 * exceeds the maximum of the settings. @throws Refusal
 */
export interface FeeService {
  tiers(): Promise<(Tier & { readonly customers: number })[]>;
  /** The lowest fees of the schedule: of any market, or that turnover leads to. */
  lowest(): Promise<FeeRates>;
  save(draft: TierDraft, acting: Acting, expected?: TierDraft | null): Promise<Tier | TierChange>;
  /** The tier's customers move to the tier that their volume reaches, at once. Null once it is done. */
  delete(id: number, acting: Acting, expected?: TierDraft | null): Promise<TierChange | null>;
  of(customer: number): Promise<CustomerTier>;
  /** Null once it is done. `seen`: the fees that the two saw; others by now refuse the change. */
  set(customer: number, wanted: WantedFees, acting: Acting, seen?: SeenFees): Promise<CustomerFeesChange | null>;
}

export interface FeeServiceOptions extends FeeLedgerOptions {
  readonly tierSync: Pick<TierSync, 'wake' | 'exclusively'>;
  readonly now: () => number;
}

export function createFeeService(options: FeeServiceOptions): FeeService {
  const { db, tierSync } = options;
  const changing = <T>(change: () => Promise<T>): Promise<T> =>
    tierSync.exclusively(async () => {
      const changed = await change();
      tierSync.wake();
      return changed;
    });
  return {
    tiers: async () => {
      const [tiers, counts] = await Promise.all([readTiers(db), countByTier(db)]);
      return tiers.map((tier) => ({ ...tier, customers: counts.get(tier.id) ?? 0 }));
    },
    lowest: async () => lowestOf(await scheduleOf(options)),
    save: (draft, acting, expected) =>
      changing(async () => saveTier(options, { draft, acting, expected, schedule: await scheduleOf(options) })),
    delete: (id, acting, expected) =>
      changing(async () => deleteTier(options, { id, acting, expected, schedule: await scheduleOf(options) })),
    of: (customer) => readCustomerTier(db, customer),
    set: (customer, wanted, acting, seen) =>
      tierSync.exclusively(() => setCustomerFees(options, { customer, wanted, acting, seen })),
  };
}

async function scheduleOf({ db, host }: FeeLedgerOptions): Promise<Schedule> {
  const markets = host.engine.markets.map(({ makerFeePpm, takerFeePpm }) => {
    return { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
  });
  return { tiers: await readTiers(db), markets };
}

interface CustomerAct {
  readonly customer: number;
  readonly wanted: WantedFees;
  readonly acting: Acting;
  readonly seen: SeenFees | undefined;
}

async function setCustomerFees(options: FeeServiceOptions, act: CustomerAct): Promise<CustomerFeesChange | null> {
  const { customer, wanted, acting, seen } = act;
  const target = `fees of customer ${customer}`;
  const { db, host, maxFeePpm } = options;
  const known = host.engine.feeOverride(customer);
  const before = known && { makerPpm: known.makerFeePpm, takerPpm: known.takerFeePpm };
  const tier = await tierOf(options, customer, wanted);
  const after = wanted.kind === 'own' ? wanted.fees : tier && { makerPpm: tier.makerPpm, takerPpm: tier.takerPpm };
  if (after !== null) refuseAboveCap(after, maxFeePpm);
  const schedule = await scheduleOf(options);
  if (acting.agreement !== undefined) {
    const agreed = acting.agreement.requireAbout('customerFees', target, { customer, kind: wanted.kind, ...seen });
    if (wanted.kind === 'tier') assert(agreed.tier?.id === wanted.tier, 'agreed to another tier');
    // A process that died between ledger and tables leaves the new fees: it is done again.
    const isSeen = seen !== undefined && (areSameFees(before, seen.before) || areSameFees(before, seen.after));
    if (!isSeen || !areSameFees(after, seen.after)) throw refuse('termsChanged');
  } else if (isDearer(schedule.markets, before, after) || isGift(schedule, before, after)) {
    return { target, customer, wanted, before, after, tier };
  }
  const { tier: was } = await readCustomerTier(db, customer);
  await writeFees(options, act, { was, known: before, tier, after });
  return null;
}

function areSameFees(one: Fees | null, other: Fees | null): boolean {
  return one?.makerPpm === other?.makerPpm && one?.takerPpm === other?.takerPpm;
}

/** The tier that the customer shall have, or null. */
async function tierOf({ db }: FeeServiceOptions, customer: number, wanted: WantedFees): Promise<Tier | null> {
  if (wanted.kind === 'own') return null;
  if (wanted.kind === 'tier') {
    const tier = await findTier(db, wanted.tier);
    if (tier === null) throw refuse('unknownTier');
    return tier;
  }
  const { turnoverUsdt } = await readCustomerTier(db, customer);
  return tierReached(db, turnoverUsdt);
}

interface Written {
  readonly was: Tier | null;
  readonly known: Fees | null;
  readonly tier: Tier | null;
  readonly after: Fees | null;
}

/** Writes the audit log first, then the ledger, and the tables once the ledger accepted. */
async function writeFees(
  options: FeeServiceOptions,
  { customer, wanted, acting }: CustomerAct,
  { was, known, tier, after }: Written,
): Promise<void> {
  const { db, now } = options;
  const byHand = wanted.kind !== 'byTurnover';
  const own = wanted.kind === 'own' ? wanted.fees : null;
  const rates = { makerPpm: after?.makerPpm ?? null, takerPpm: after?.takerPpm ?? null };
  const line = {
    time: now(),
    operator: acting.operator,
    act: 'fees.set',
    target: `customer ${customer}`,
    before: { tier: was?.name.en ?? null, ...known },
    after: { tier: tier?.name.en ?? null, byHand, ...rates, ...proposerOf(acting) },
  };
  await auditFirst(db, line, () => setLedgerFees(options, customer, after));
  const row = {
    tier: tier?.id ?? null,
    maker_ppm: own?.makerPpm ?? null,
    taker_ppm: own?.takerPpm ?? null,
    by_hand: byHand,
  };
  await db
    .insertInto('customer_fees')
    .values({ customer, ...row })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet(row))
    .execute();
}
