import { maxSkips, type SkipReason } from '@fft/contract';
import type { Rejection } from '@fft/engine';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { conversionCommand, findConversion, type FoundConversion } from '../convert/find-conversion.ts';
import { totalsOf } from '../convert/totals.ts';
import { conversionOrderIds } from '../order-parents.ts';
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
 * Takes a recurring buy's step: one conversion. It is written down before it is sent; after a crash it is looked up by the id of its first order, and sent again
 * under the same ids, at a new quote, only if it isn't there. While the market doesn't allow it, it is tried again for an hour.
 */
export function createAdvanceRecurring(options: AdvanceOptions): Advance {
  const { now } = options;
  return async (row, start) => {
    const terms = JSON.parse(row.terms) as RecurringTerms;
    const time = now();
    const step: Step = { ...start, row, terms, time, due: lastDue(terms, row.next_at) };
    const last = start.children.at(-1);
    if (last?.state === 'sending') {
      const made = await madeBy(options, row, last);
      if (made !== null) return bought(step, made);
      return time < last.time + triesForMs ? buy(options, step, last) : skip(options, step, 'missed', last);
    }
    // A process was killed between a buy and the end of its step.
    if (last?.state === 'ended' && last.slot >= step.due && last.filled_lots > 0) return bought(step, last);
    return buy(options, step);
  };
}

/** `sending` was written down before a crash, and not sent. */
async function buy(options: AdvanceOptions, step: Step, sending?: Child): Promise<ScheduleChange> {
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
    if (sending === undefined) await noteTry(options, step, error.name);
    else await writer.noteRefused(sending, error.name);
    return { next_at: time + retryMs };
  }
  if (sending !== undefined) return send(options, step, { child: sending, found });
  const added = await writer.add({ schedule: row.id, number: nextNumber(children), slot: due, time, ...unsized });
  await writer.keepLatest(added, maxChildren);
  return send(options, step, { child: added, found });
}

/** The sizes of its orders are those of the quote at which it is sent. */
const unsized = { lots: 0, price_ticks: 0 };

/** Writes down the conversion that a child made; null if there is none. */
async function madeBy(
  { writer, orders, directory }: AdvanceOptions,
  { customer }: ScheduleRow,
  child: Child,
): Promise<Child | null> {
  const records: OrderRecord[] = [];
  for (const clientOrderId of idsOf(child)) {
    const record = await orders.find(customer, { clientOrderId });
    if (record !== null) records.push(record);
  }
  const [first] = records;
  if (first === undefined) return null;
  const { paid, received } = totalsOf(directory, records);
  return writer.noteOrder(child, first, first.filledLots > 0 ? { paid, received } : undefined);
}

/** Writes down why a try was in vain, unless the one before it was for the same. */
async function noteTry({ writer }: AdvanceOptions, { row, time, due, children }: Step, reason: string): Promise<void> {
  const last = children.at(-1);
  if (last?.slot === due && last.reason === reason) return;
  const vain = { schedule: row.id, number: nextNumber(children), slot: due, time, ...unsized };
  await writer.keepLatest(await writer.add({ ...vain, state: 'skipped', reason }), maxChildren);
}

interface Sending {
  readonly child: Child;
  readonly found: FoundConversion;
}

/** Sends a conversion that is written down. The same ids a second time have no second effect. */
async function send(options: AdvanceOptions, step: Step, { child, found }: Sending): Promise<ScheduleChange> {
  const { writer, trading } = options;
  const { row, time } = step;
  try {
    const customer = { id: row.customer, sessionId: '' };
    const command = conversionCommand(found, { owner: row.customer, ids: idsOf(child) });
    const outcome = await trading.placeScheduled(customer, command);
    const reason = outcome.kind === 'done' ? null : outcome.reason;
    // One that was sent before a crash came first, at its own quote.
    if (reason !== null && reason !== 'idConflict') return await refused(options, step, { child, reason });
    const made = await madeBy(options, row, child);
    if (made === null) throw new Error(`order ${idsOf(child)[0]} is known but missing`);
    return bought(step, made);
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
    const skipped = { schedule: row.id, number: nextNumber(children), slot: due, time, ...unsized };
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

const idsOf = ({ schedule, number }: Pick<Child, 'schedule' | 'number'>): readonly [string, string] =>
  conversionOrderIds({ kind: 'recurring', id: String(schedule) }, number);
