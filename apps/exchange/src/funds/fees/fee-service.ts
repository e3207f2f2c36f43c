import { auditFirst, writeAudit } from '../../audit/audit.ts';
import { type FeeLedgerOptions, type Fees, setLedgerFees } from './fee-ledger.ts';
import type { TierSync } from './tier-sync.ts';
import {
  assignTiers,
  type CustomerTier,
  countByTier,
  findTier,
  readCustomerTier,
  readTiers,
  type Tier,
  tierReached,
} from './tiers.ts';

export type TierDraft = Omit<Tier, 'id'> & { /** null for a new tier. */ readonly id: number | null };

export interface FeeAct {
  readonly customer: number;
  readonly operator: string;
}

/** Operators' control of fees. The audit log records every change. */
export interface FeeService {
  tiers(): Promise<(Tier & { readonly customers: number })[]>;
  /** Returns null if no tier has this id; 'taken' if another begins at the same volume. */
  save(draft: TierDraft, operator: string): Promise<Tier | null | 'taken'>;
  /** The tier's customers move to the tier that their volume reaches, at once. */
  delete(id: number, operator: string): Promise<boolean>;
  of(customer: number): Promise<CustomerTier>;
  /** Assigns a tier by hand. False if no tier has this id. @throws Refusal */
  assign(act: FeeAct, tier: number): Promise<boolean>;
  /** Sets individual fees; null returns the customer to the tier that their volume reaches. @throws Refusal */
  setOwn(act: FeeAct, fees: Fees | null): Promise<void>;
}

export interface FeeServiceOptions extends FeeLedgerOptions {
  readonly tierSync: Pick<TierSync, 'wake' | 'exclusively'>;
  readonly now: () => number;
}

const uniqueViolation = '23505';

export function createFeeService(options: FeeServiceOptions): FeeService {
  const { db, tierSync } = options;
  return {
    tiers: async () => {
      const [tiers, counts] = await Promise.all([readTiers(db), countByTier(db)]);
      return tiers.map((tier) => ({ ...tier, customers: counts.get(tier.id) ?? 0 }));
    },
    save: (draft, operator) =>
      tierSync.exclusively(async () => {
        const saved = await save(options, draft, operator);
        tierSync.wake();
        return saved;
      }),
    delete: (id, operator) =>
      tierSync.exclusively(async () => {
        const isDone = await remove(options, id, operator);
        tierSync.wake();
        return isDone;
      }),
    of: (customer) => readCustomerTier(db, customer),
    assign: (act, id) =>
      tierSync.exclusively(async () => {
        const tier = await findTier(db, id);
        if (tier === null) return false;
        await change(options, act, { tier, own: null, byHand: true });
        return true;
      }),
    setOwn: (act, own) =>
      tierSync.exclusively(async () => {
        if (own !== null) return change(options, act, { tier: null, own, byHand: true });
        const { turnoverUsdt } = await readCustomerTier(db, act.customer);
        const tier = await tierReached(db, turnoverUsdt);
        return change(options, act, { tier, own: null, byHand: false });
      }),
  };
}

async function save(
  { db, now }: FeeServiceOptions,
  draft: TierDraft,
  operator: string,
): Promise<Tier | null | 'taken'> {
  const { id, name, makerPpm: maker_ppm, takerPpm: taker_ppm, fromUsdt: from_usdt } = draft;
  const row = { name_zh: name.zh, name_en: name.en, maker_ppm, taker_ppm, from_usdt };
  try {
    return await db.transaction().execute(async (transaction) => {
      const before = id === null ? null : await findTier(transaction, id);
      if (id !== null && before === null) return null;
      const written =
        id === null
          ? transaction.insertInto('fee_tiers').values(row).returning('id')
          : transaction.updateTable('fee_tiers').set(row).where('id', '=', id).returning('id');
      const saved = { ...draft, ...(await written.executeTakeFirstOrThrow()) };
      await assignTiers(transaction);
      const act = { time: now(), operator, act: 'tier.save', target: `tier ${saved.id}` };
      await writeAudit(transaction, { ...act, ...(before && { before }), after: saved });
      return saved;
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return 'taken';
    throw error;
  }
}

async function remove({ db, now }: FeeServiceOptions, id: number, operator: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const before = await findTier(transaction, id);
    if (before === null) return false;
    const { numUpdatedRows: customers } = await transaction
      .updateTable('customer_fees')
      .set({ tier: null, by_hand: false })
      .where('tier', '=', id)
      .executeTakeFirst();
    await transaction.deleteFrom('fee_tiers').where('id', '=', id).execute();
    await assignTiers(transaction);
    const act = { time: now(), operator, act: 'tier.delete', target: `tier ${id}` };
    await writeAudit(transaction, { ...act, before: { ...before, customers: Number(customers) } });
    return true;
  });
}

interface Wanted {
  readonly tier: Tier | null;
  readonly own: Fees | null;
  readonly byHand: boolean;
}

/** Writes the audit log first, then the ledger, and the tables once the ledger accepted. */
async function change(options: FeeServiceOptions, { customer, operator }: FeeAct, { tier, own, byHand }: Wanted) {
  const { db, host, now } = options;
  const known = host.engine.feeOverride(customer);
  const { tier: was } = await readCustomerTier(db, customer);
  const before = { tier: was?.name.en ?? null, ...known };
  const { makerPpm, takerPpm } = tier ?? own ?? { makerPpm: null, takerPpm: null };
  const after = { tier: tier?.name.en ?? null, byHand, makerPpm, takerPpm };
  const act = { time: now(), operator, act: 'fees.set', target: `customer ${customer}`, before, after };
  await auditFirst(db, act, () => setLedgerFees(options, customer, tier ?? own));
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
