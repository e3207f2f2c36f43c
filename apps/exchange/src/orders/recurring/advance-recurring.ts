import { maxSkips, type SkipReason } from '@fft/contract';
import type { PlaceOrder, Rejection } from '@fft/engine';
import type { Untimed } from '../../ledger/gateway.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { findConversion, marketOf, type FoundConversion } from '../convert/quote.ts';
import { childOrderId } from '../order-parents.ts';
import type { Child } from '../schedules/children.ts';
import type { AdvanceOptions } from '../schedules/advance-options.ts';
import type { ScheduleRow } from '../schedules/schedule-macs.ts';
import type { Advance, ScheduleChange, StepStart } from '../schedules/scheduler.ts';
import { lastDue, nextDue } from './calendar.ts';
import { pausedMessage, skippedMessage } from './recurring-message.ts';
import type { RecurringTerms } from './recurring-terms.ts';
import { skipReasonOf } from './skip-reason.ts';

/** Between two tries of the same buy. */
const retryMs = 60_000;
/** A buy that was not possible by then is skipped. */
const triesForMs = 3_600_000;
/** Tries and skips of a recurring buy that are listed. */
const maxChildren = 1_000;
/** After a refusal of too many orders, or while the write path is busy. */
const busyMs = 2_000;

interface Step extends StepStart {
  readonly row: ScheduleRow;
  readonly terms: RecurringTerms;
  readonly time: number;
  /** When this buy was due; its tries share it. */
  readonly due: number;
}

/**
 * Takes a recurring buy's step: one conversion as an all-or-nothing order. The order is written down before it is sent; after a crash it is looked up by its
 * id, and sent again under the same id only if it isn't there. While the market doesn't allow it, it is tried again for an hour.
 */
export function createAdvanceRecurring(options: AdvanceOptions): Advance {
  const { writer, orders, now } = options;
  return async (row, start) => {
    const terms = JSON.parse(row.terms) as RecurringTerms;
    const time = now();
    const step: Step = { ...start, row, terms, time, due: lastDue(terms, row.next_at) };
    const last = start.children.at(-1);
    if (last?.state === 'sending') {
      const record = await orders.find(row.customer, { clientOrderId: idOf(last) });
      if (record !== null) return bought(step, await writer.noteOrder(last, record));
      return time < last.time + triesForMs ? send(options, step, last) : skip(options, step, 'missed', last);
    }
    // A process was killed between a buy and the end of its step.
    if (last?.state === 'ended' && last.slot >= step.due && last.filled_lots > 0) return bought(step, last);
    return buy(options, step);
  };
}

async function buy(options: AdvanceOptions, step: Step): Promise<ScheduleChange> {
  const { writer, directory, host } = options;
  const { row, terms, time, due, verdict, children } = step;
  if (verdict.reason !== null) return pause(step, 'accountLocked');
  if (time > due + triesForMs) return skip(options, step, reasonOf(children.at(-1), due));
  let found: FoundConversion;
  try {
    found = findConversion({ directory, host }, { ...terms, owner: row.customer, time });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // An amount below the market's minimum stays so, whatever the price does in an hour.
    if (error.kind === 'amountOutOfRange') return skip(options, step, 'amountTooSmall');
    await noteTry(options, step, error.name);
    return { next_at: time + retryMs };
  }
  const { lots, priceTicks } = found.conversion;
  const child = { schedule: row.id, number: nextNumber(children), slot: due, time, lots, price_ticks: priceTicks };
  const added = await writer.add(child);
  await writer.keepLatest(added, maxChildren);
  return send(options, step, added);
}

/** Writes down why a try was in vain, unless the one before it was for the same. */
async function noteTry({ writer }: AdvanceOptions, { row, time, due, children }: Step, reason: string): Promise<void> {
  const last = children.at(-1);
  if (last?.slot === due && last.reason === reason) return;
  const vain = { schedule: row.id, number: nextNumber(children), slot: due, time, lots: 0, price_ticks: 0 };
  await writer.keepLatest(await writer.add({ ...vain, state: 'skipped', reason }), maxChildren);
}

/** Sends an order that is written down. The same id a second time has no second effect. */
async function send(options: AdvanceOptions, step: Step, child: Child): Promise<ScheduleChange> {
  const { writer, trading, orders, directory } = options;
  const { row, terms, time } = step;
  try {
    const customer = { id: row.customer, sessionId: '' };
    const outcome = await trading.placeScheduled(customer, commandOf(directory, row, terms, child));
    const reason = outcome.kind === 'done' ? null : outcome.reason;
    if (reason !== null) return await refused(options, step, { child, reason });
    const find = () => orders.find(row.customer, { clientOrderId: idOf(child) });
    const record = outcome.kind === 'done' ? outcome.order : await find();
    if (record === null) throw new Error(`order ${idOf(child)} is known but missing`);
    return bought(step, await writer.noteOrder(child, record));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === 'unavailable') return { next_at: time + busyMs };
    await writer.noteRefused(child, 'mayNotTrade');
    return pause(step, 'mayNotTrade');
  }
}

async function refused(
  options: AdvanceOptions,
  step: Step,
  { child, reason }: { readonly child: Child; readonly reason: Rejection },
): Promise<ScheduleChange> {
  await options.writer.noteRefused(child, reason);
  if (reason !== 'insufficientBalance') return { next_at: step.time + retryMs };
  const skips = step.row.step + 1;
  if (skips >= maxSkips) return { step: skips, ...pause(step, reason) };
  return { step: skips, ...(await skip(options, step, reason, child)) };
}

/** The next buy is due at the rhythm's next time from now: what was due meanwhile isn't made up for. */
function bought({ terms, time }: Step, child: Child): ScheduleChange {
  if (child.filled_lots === 0) return { next_at: time + retryMs };
  return { step: 0, reason: null, next_at: nextDue(terms, Math.max(time, child.slot)) };
}

/** Skips a buy with a message. `child` is its order's row, if one was refused for the reason. */
async function skip(
  { writer }: AdvanceOptions,
  step: Step,
  reason: SkipReason,
  child?: Child,
): Promise<ScheduleChange> {
  const { row, terms, time, due, tell, children } = step;
  if (child === undefined) {
    const skipped = { schedule: row.id, number: nextNumber(children), slot: due, time, lots: 0, price_ticks: 0 };
    await writer.keepLatest(await writer.add({ ...skipped, state: 'skipped', reason }), maxChildren);
  } else if (child.state === 'sending') {
    await writer.noteRefused(child, reason);
  }
  const next = nextDue(terms, Math.max(time, due));
  tell(skippedMessage(terms, { reason, next }));
  return { reason, next_at: next };
}

function pause({ terms, tell }: Step, reason: SkipReason): ScheduleChange {
  tell(pausedMessage(terms, reason));
  return { state: 'paused', reason };
}

/** Why the last try of a buy was in vain; without any, the exchange was away. */
function reasonOf(last: Child | undefined, due: number): SkipReason {
  return last === undefined || last.slot < due ? 'missed' : skipReasonOf(last.reason);
}

const nextNumber = (children: readonly Child[]): number => (children.at(-1)?.number ?? -1) + 1;

const idOf = ({ schedule, number }: Pick<Child, 'schedule' | 'number'>): string =>
  childOrderId({ kind: 'recurring', id: String(schedule) }, number);

function commandOf(
  directory: Directory,
  { customer }: ScheduleRow,
  { from, to }: RecurringTerms,
  child: Child,
): Untimed<PlaceOrder> {
  const { view, side } = marketOf(directory, from, to);
  return {
    type: 'place',
    owner: customer,
    clientOrderId: idOf(child),
    market: view.id,
    side,
    orderType: 'limit',
    timeInForce: 'FOK',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks: child.price_ticks,
    quantityLots: child.lots,
    amount: 0,
  };
}
