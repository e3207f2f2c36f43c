import type { TwapReason } from '@fft/contract';
import type { PlaceOrder, Rejection } from '@fft/engine';
import type { Untimed } from '../../ledger/gateway.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { furthestTicks } from '../convert/furthest-ticks.ts';
import { childOrderId } from '../order-parents.ts';
import { filledOf, type Child, type ChildWriter } from '../schedules/children.ts';
import type { AdvanceOptions } from '../schedules/advance-options.ts';
import type { ScheduleRow } from '../schedules/schedule-macs.ts';
import type { Advance, ScheduleChange, StepStart } from '../schedules/scheduler.ts';
import { twapEnded } from './twap-message.ts';
import { intervalOf, nextLots, nextTime, paidTicks, plannedTime, priceOf, type TwapTerms } from './twap-plan.ts';

/** Between looks at a market that isn't open, and at an order whose fate isn't known. */
const waitMs = 1_000;
/** An order that was to be sent before a stop, and isn't found by then, was never sent. */
const arrivalMs = 15_000;
/** How late a TWAP order may end. */
const maxLateMs = 86_400_000;

/** One step of a TWAP order. */
interface Step extends StepStart {
  readonly row: ScheduleRow;
  readonly terms: TwapTerms;
  readonly view: MarketView;
  readonly time: number;
}

/**
 * Takes a TWAP order's step: finds out what became of its last order, and sends the next one. Orders have ids that follow from the TWAP order and their number,
 * and are written down before they are sent: after a crash they are looked up, and sent again under the same id only if they aren't there.
 */
export function createAdvanceTwap(options: AdvanceOptions): Advance {
  const { directory, now } = options;
  return async (row, start) => {
    const terms = JSON.parse(row.terms) as TwapTerms;
    const view = directory.marketById(terms.market);
    const step: Step = { ...start, row, terms, view, time: now() };
    const settled = await settleLast(options, step);
    if (settled !== null) return settled;
    return row.state === 'stopping' ? end(step, row.reason ?? 'byCustomer') : order(options, step);
  };
}

/** When a TWAP order's step was due by its plan. A plan that waits for its market to open isn't late meanwhile. */
export function plannedStep({ directory }: Pick<AdvanceOptions, 'directory'>, row: ScheduleRow): number {
  const terms = JSON.parse(row.terms) as TwapTerms;
  const isOpen = directory.marketById(terms.market).rules.state === 'open';
  return isOpen ? plannedTime(row.created, row.step, terms) : row.next_at;
}

/** Brings the last order to its end. Returns the change with which the step ends, or null if it goes on. */
async function settleLast(options: AdvanceOptions, step: Step): Promise<ScheduleChange | null> {
  const { writer, orders } = options;
  const { row, time, children } = step;
  const last = children.at(-1);
  if (last === undefined) return null;
  const isRunning = row.state === 'running';
  if (last.state === 'sending' || last.state === 'open') {
    const record = await orders.find(row.customer, { clientOrderId: idOf(last) });
    if (record !== null) {
      const known = replaceLast(step, await writer.noteOrder(last, record));
      if (known.state === 'open' && !(isRunning && isUncounted(row, known))) return cancel(options, step, record);
    } else if (isRunning) {
      return send(options, step, last);
    } else if (time - last.time < arrivalMs) {
      return { next_at: time + waitMs };
    } else {
      replaceLast(step, await writer.noteRefused(last, 'notSent'));
    }
  }
  const known = children.at(-1) ?? last;
  return isRunning && isUncounted(row, known) ? over(step, known, known.time) : null;
}

/** True after a crash between a part's order and the step's end. A part whose order met a halt is still due. */
function isUncounted({ step }: ScheduleRow, { slot, state, reason }: Child): boolean {
  return slot >= step && !(state === 'refused' && reason === 'marketNotOpen');
}

/** Cancels the order that rests. One that the engine keeps until the market has opened is looked at again. */
async function cancel(
  { writer, trading }: AdvanceOptions,
  step: Step,
  record: OrderRecord,
): Promise<ScheduleChange | null> {
  const { row, time, children } = step;
  const { orderId } = record;
  const last = children.at(-1);
  const cancelling = trading.cancel({ type: 'cancel', owner: row.customer, orderId, clientOrderId: '' });
  const outcome = await cancelling.catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (outcome?.kind !== 'done' || !outcome.order || last === undefined) return { next_at: time + waitMs };
  replaceLast(step, await writer.noteOrder(last, outcome.order));
  return null;
}

async function order(options: AdvanceOptions, step: Step): Promise<ScheduleChange> {
  const { writer, host } = options;
  const { row, terms, view, time, verdict, children } = step;
  if (verdict.reason !== null) return end(step, verdict.reason);
  const kept = { session_expires: verdict.sessionExpires };
  const { filledLots } = filledOf(children);
  if (filledLots >= terms.totalLots) return end(step, 'filled');
  if (row.step >= terms.orders) return end(step, 'timeUp');
  if (time > row.created + terms.durationMs + maxLateMs) return end(step, 'tooLate');
  if (view.rules.state !== 'open') return { ...kept, next_at: time + waitMs };
  const [bid, ask] = bestOf(host, view);
  const reach = (best: number): number => furthestTicks(host, view, terms.side, best);
  const price = priceOf(terms, { bid, ask }, reach);
  const lots = Math.min(nextLots(terms, { done: row.step, filledLots }), view.rules.maxQuantityLots);
  if (typeof price === 'string') {
    const skipped = { ...childOf(step, lots, 0), state: 'skipped', reason: price } as const;
    return { ...kept, ...over(step, await writer.add(skipped), time) };
  }
  return { ...kept, ...(await sendPart(options, step, { lots, boundTicks: price })) };
}

interface Part {
  readonly lots: number;
  /** The worst price that it allows. */
  readonly boundTicks: number;
}

/** Sends a part as one order. Where the money pays for less than its worst price, what the order left at higher prices is ordered again, while that brings more. */
async function sendPart(options: AdvanceOptions, step: Step, { lots, boundTicks }: Part): Promise<ScheduleChange> {
  const { writer, host, now } = options;
  const { children, time } = step;
  const priceTicks = limitOf(options, step, { lots, boundTicks });
  const child = childOf(step, lots, priceTicks);
  const tooSmall = host.engine.checkForm({ ...commandOf(step, child), time: now() });
  if (tooSmall !== null) {
    const before = children.at(-1);
    // The rest of a part is left to the later ones.
    if (before?.slot === child.slot && before.state === 'ended') return over(step, before, time);
    return skipSmall(options, step, { ...child, reason: tooSmall });
  }
  const added = await writer.add(child);
  children.push(added);
  const change = await send(options, step, added);
  const sent = children.at(-1);
  const isPartly = sent?.reason === 'immediateOrCancel' && sent.filled_lots > 0;
  if (!isPartly || priceTicks >= boundTicks || (bestOf(host, step.view)[1] ?? Infinity) > boundTicks) return change;
  return sendPart(options, step, { lots: lots - sent.filled_lots, boundTicks });
}

/** A buy at once freezes no more than there is, as long as that pays for the best price. */
function limitOf({ host }: AdvanceOptions, { row, terms, view }: Step, { lots, boundTicks }: Part): number {
  const bestTicks = bestOf(host, view)[1];
  if (terms.side === 'sell' || terms.style === 'limit' || bestTicks === undefined || lots === 0) return boundTicks;
  const { available: free } = host.engine.balance(row.customer, 'coin', view.rules.quote);
  return paidTicks({ lots, boundTicks, bestTicks, free, unitsPerTickLot: view.rules.unitsPerTickLot });
}

function childOf({ row, time, children }: Step, lots: number, priceTicks: number) {
  return { schedule: row.id, number: children.length, slot: row.step, time, lots, price_ticks: priceTicks };
}

/** A part that is too small for an order is left to the later ones; the last one ends the TWAP order. */
async function skipSmall(
  options: AdvanceOptions,
  step: Step,
  child: Parameters<ChildWriter['add']>[0] & { readonly reason: Rejection },
): Promise<ScheduleChange> {
  const { terms, time, children } = step;
  const isRest = child.lots >= terms.totalLots - filledOf(children).filledLots;
  if (isRest && child.reason !== 'quantityTooLarge' && child.reason !== 'notionalTooLarge') {
    return end(step, 'restTooSmall');
  }
  return over(step, await options.writer.add({ ...child, state: 'skipped' }), time);
}

/** Sends an order that is written down. The same id a second time has no second effect. */
async function send(options: AdvanceOptions, step: Step, child: Child): Promise<ScheduleChange> {
  const { writer, trading, orders } = options;
  const { row, time } = step;
  try {
    const customer = { id: row.customer, sessionId: row.session ?? '' };
    const outcome = await trading.placeScheduled(customer, commandOf(step, child));
    const reason = outcome.kind === 'done' ? null : outcome.reason;
    if (reason !== null) return await refused(options, step, { child, reason });
    const find = () => orders.find(row.customer, { clientOrderId: idOf(child) });
    const record = outcome.kind === 'done' ? outcome.order : await find();
    if (record === null) throw new Error(`order ${idOf(child)} is known but missing`);
    return over(step, replaceLast(step, await writer.noteOrder(child, record)), time);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The write path is busy: the same order is tried again, or found.
    if (error.kind === 'unavailable') return { next_at: time + waitMs };
    replaceLast(step, await writer.noteRefused(child, 'mayNotTrade'));
    return end(step, 'mayNotTrade');
  }
}

async function refused(
  options: AdvanceOptions,
  step: Step,
  { child, reason }: { readonly child: Child; readonly reason: Rejection },
): Promise<ScheduleChange> {
  const { time } = step;
  const known = replaceLast(step, await options.writer.noteRefused(child, reason));
  if (reason === 'insufficientBalance') return end(step, reason);
  // The part is still due once the market opens.
  return reason === 'marketNotOpen' ? { next_at: time + waitMs } : over(step, known, time);
}

/** A part has its order: the next one is due later, or the TWAP order ends. */
function over({ row, terms, time, children }: Step, child: Child, sentAt: number): ScheduleChange {
  const step = child.slot + 1;
  const isFilled = filledOf(children).filledLots >= terms.totalLots;
  if (isFilled || (step >= terms.orders && child.state !== 'open')) return { step, next_at: time };
  return { step, next_at: nextTime(row.next_at, sentAt, intervalOf(terms)) };
}

function end({ view, terms, time, tell, children }: Step, reason: string): ScheduleChange {
  tell(twapEnded(view, terms, { reason: reason as TwapReason, ...filledOf(children) }));
  return { state: 'ended', reason, ended: time };
}

function replaceLast({ children }: Step, child: Child): Child {
  children[children.length - 1] = child;
  return child;
}

const idOf = ({ schedule, number }: Pick<Child, 'schedule' | 'number'>): string =>
  childOrderId({ kind: 'twap', id: String(schedule) }, number);

function bestOf(
  { engine }: EngineHost,
  { id }: MarketView,
): readonly [bid: number | undefined, ask: number | undefined] {
  const { bids, asks } = engine.depth(id, 1);
  return [bids[0]?.[0], asks[0]?.[0]];
}

function commandOf(
  { row, terms, view }: Step,
  child: Pick<Child, 'schedule' | 'number' | 'lots' | 'price_ticks'>,
): Untimed<PlaceOrder> {
  return {
    type: 'place',
    owner: row.customer,
    clientOrderId: idOf(child),
    market: view.id,
    side: terms.side,
    orderType: 'limit',
    timeInForce: terms.style === 'market' ? 'IOC' : 'GTC',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks: child.price_ticks,
    quantityLots: child.lots,
    amount: 0,
  };
}
