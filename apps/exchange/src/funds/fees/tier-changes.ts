import type { Kysely } from 'kysely';
import { type Acting, proposerOf } from '../../audit/acting.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { isUniqueViolation } from '../../database/unique-violation.ts';
import { refuseAboveCap } from '../../ledger/listings/fee-cap.ts';
import { refuse } from '../refusals.ts';
import { isDearerSchedule, lowestOf, type Schedule } from './schedule.ts';
import { assignTiers, countByTier, findTier, type Tier } from './tiers.ts';

export type TierDraft = Omit<Tier, 'id'> & { /** null for a new tier. */ readonly id: number | null };

/** A change of a tier that two must agree to. */
export interface TierChange {
  /** Of its proposal. */
  readonly target: string;
  /** Null for a new tier. */
  readonly before: TierDraft | null;
  /** Null to delete it. */
  readonly after: TierDraft | null;
  /** Customers in it now. */
  readonly customers: number;
}

interface Options {
  readonly db: Kysely<Tables>;
  readonly maxFeePpm: number;
  readonly now: () => number;
}

interface Change {
  readonly acting: Acting;
  /** The tier that the two saw; null if it was new. */
  readonly expected: TierDraft | null | undefined;
  readonly schedule: Schedule;
}

/** A tier as a proposal has it. */
function tierTermsOf({ id, name, makerPpm, takerPpm, fromUsdt }: TierDraft) {
  return { id, nameZh: name.zh, nameEn: name.en, makerPpm, takerPpm, fromUsdt };
}

/** A new tier has no number yet. */
function targetOf({ before, after }: Pick<TierChange, 'before' | 'after'>): string {
  return before === null ? `new tier ${after?.name.en}` : `tier ${before.id}`;
}

/** Creates or changes a tier, or returns what two must agree to. */
export async function saveTier(
  options: Options,
  { draft, ...change }: Change & { readonly draft: TierDraft },
): Promise<Tier | TierChange> {
  const { db, now, maxFeePpm } = options;
  refuseAboveCap(draft, maxFeePpm);
  const before = draft.id === null ? null : await findTier(db, draft.id);
  if (draft.id !== null && before === null) throw refuse('unknownTier');
  const taken = change.schedule.tiers.find(
    ({ id, fromUsdt }) => fromUsdt !== null && fromUsdt === draft.fromUsdt && id !== draft.id,
  );
  if (taken !== undefined) throw refuse('tierTaken');
  const needed = await neededChange(options, change, { before, after: draft });
  if (needed !== null) return needed;
  const { name, makerPpm: maker_ppm, takerPpm: taker_ppm, fromUsdt: from_usdt } = draft;
  const row = { name_zh: name.zh, name_en: name.en, maker_ppm, taker_ppm, from_usdt };
  try {
    return await db.transaction().execute(async (transaction) => {
      const written =
        before === null
          ? transaction.insertInto('fee_tiers').values(row).returning('id')
          : transaction.updateTable('fee_tiers').set(row).where('id', '=', before.id).returning('id');
      const saved = { ...draft, ...(await written.executeTakeFirstOrThrow()) };
      await assignTiers(transaction);
      const act = { time: now(), operator: change.acting.operator, act: 'tier.save', target: `tier ${saved.id}` };
      const after = { ...saved, ...proposerOf(change.acting) };
      await writeAudit(transaction, { ...act, ...(before && { before }), after });
      return saved;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? refuse('tierTaken') : error;
  }
}

/** Deletes a tier, or returns what two must agree to. */
export async function deleteTier(
  options: Options,
  { id, ...change }: Change & { readonly id: number },
): Promise<TierChange | null> {
  const { db, now } = options;
  const before = await findTier(db, id);
  if (before === null) throw refuse('unknownTier');
  const needed = await neededChange(options, change, { before, after: null });
  if (needed !== null) return needed;
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows: customers } = await transaction
      .updateTable('customer_fees')
      .set({ tier: null, by_hand: false })
      .where('tier', '=', id)
      .executeTakeFirst();
    await transaction.deleteFrom('fee_tiers').where('id', '=', id).execute();
    await assignTiers(transaction);
    const act = { time: now(), operator: change.acting.operator, act: 'tier.delete', target: `tier ${id}` };
    const after = change.acting.agreement && proposerOf(change.acting);
    await writeAudit(transaction, { ...act, before: { ...before, customers: Number(customers) }, after });
  });
  return null;
}

/** Null if one operator may make the change, or two agreed to it. */
async function neededChange(
  { db }: Options,
  { acting, expected, schedule }: Change,
  { before, after }: Pick<TierChange, 'before' | 'after'>,
): Promise<TierChange | null> {
  if (acting.agreement !== undefined) {
    const seen = expected === undefined ? {} : { before: expected && tierTermsOf(expected) };
    acting.agreement.requireAbout('feeTier', targetOf({ before, after }), {
      ...seen,
      after: after && tierTermsOf(after),
    });
    if (!isSameTier(before, expected)) throw refuse('termsChanged');
    return null;
  }
  const others = schedule.tiers.filter(({ id }) => id !== before?.id);
  const next = { ...schedule, tiers: after === null ? others : [...others, { ...after, id: after.id ?? 0 }] };
  const customers = before?.id == null ? 0 : ((await countByTier(db)).get(before.id) ?? 0);
  const isGone = after === null && customers > 0;
  if (!isGone && !isDearerSchedule(schedule, next) && !isBelow(schedule, before, after)) return null;
  return { target: targetOf({ before, after }), before, after, customers };
}

/** True if a fee falls below the lowest that a market has or turnover leads to. */
function isBelow(schedule: Schedule, before: TierDraft | null, after: TierDraft | null): boolean {
  if (after === null) return false;
  const lowest = lowestOf(schedule);
  const sides = ['makerPpm', 'takerPpm'] as const;
  return sides.some((side) => after[side] < lowest[side] && after[side] < (before?.[side] ?? Infinity));
}

function isSameTier(one: TierDraft | null, other: TierDraft | null | undefined): boolean {
  if (one === null || other === null || other === undefined) return one === other;
  const sides = ['id', 'makerPpm', 'takerPpm', 'fromUsdt'] as const;
  return (
    sides.every((side) => one[side] === other[side]) && one.name.zh === other.name.zh && one.name.en === other.name.en
  );
}
