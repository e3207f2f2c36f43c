import { calls, maxRecurring, type CallParameters, type RecurringBuy, type RecurringRun } from '@fft/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Inbox } from '../../content/index.ts';
import type { Tables } from '../room.ts';
import { formatDecimal } from '@fft/decimal';
import { averagePrice } from '../../ledger/listings/market-view.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import { type Api, type Handler, route } from '../../transport/http/route.ts';
import { checkAmount } from '../convert/find-conversion.ts';
import { routesOf } from '../convert/routes.ts';
import type { OrdersContext } from '../orders-context.ts';
import { tellMade } from '../schedules/made-plans.ts';
import { ownSchedule } from '../schedules/own-schedule.ts';
import { securedReason } from '../schedules/pause-plans.ts';
import type { ScheduleMacs, ScheduleRow } from '../schedules/schedule-macs.ts';
import type { ScheduleChange, Scheduler } from '../schedules/scheduler.ts';
import { isTimeZone, nextDue, type Rhythm } from './calendar.ts';
import { madeMessage } from './recurring-message.ts';
import type { RecurringTerms } from './recurring-terms.ts';
import { skipReasonOf } from './skip-reason.ts';

export interface RecurringCallsOptions extends Pick<OrdersContext, 'host' | 'directory' | 'now'> {
  readonly db: Kysely<Tables>;
  readonly inbox: Inbox;
  readonly gates: { require(act: 'trade', customer: number): Promise<void> };
  readonly macs: ScheduleMacs;
  readonly scheduler: Scheduler;
}

type ChildRow = Selectable<Tables['order_schedule_children']>;

/** Binds the calls of recurring buys. */
export function serveRecurring(api: Api, options: RecurringCallsOptions): void {
  const { db } = options;
  route(api, calls.recurring.create, create(options));
  route(api, calls.recurring.change, change(options));
  route(api, calls.recurring.pause, pause(options));
  route(api, calls.recurring.remove, async ({ id }, { customer }) => {
    const row = await ownSchedule(db, { id, customer: customer.id, kind: 'recurring' });
    await changeOwn(options, row, () => ({ state: 'ended', ended: options.now() }));
    return null;
  });
  route(api, calls.recurring.resume, resume(options));
  route(api, calls.recurring.list, async (_input, { customer }) => (await listOf(db, customer.id)).map(wireOf));
  route(api, calls.recurring.history, history(options));
}

function create(options: RecurringCallsOptions): Handler<typeof calls.recurring.create> {
  const { db, inbox, gates, directory, macs, now } = options;
  return async ({ clientId, from, to, amount, ...input }, { customer }) => {
    await gates.require('trade', customer.id);
    const rhythm = rhythmOf(input);
    checkAmount(directory, { from, to, amount });
    const terms = JSON.stringify({ from, to, amount, ...rhythm } satisfies RecurringTerms);
    const row = await db.transaction().execute(async (transaction) => {
      // Two calls at once would each see room for the last one.
      await transaction.selectFrom('customers').select('id').where('id', '=', customer.id).forNoKeyUpdate().execute();
      const known = await transaction
        .selectFrom('order_schedules')
        .selectAll()
        .where('customer', '=', customer.id)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (known && known.terms !== terms) throw refuse('idConflict');
      if (known) return known;
      await refuseMany(transaction, customer.id);
      const created = now();
      const asked = { customer: customer.id, client_id: clientId, kind: 'recurring', terms, created } as const;
      const next = nextDue(rhythm, created);
      const added = await transaction
        .insertInto('order_schedules')
        .values({
          ...asked,
          session: null,
          mac: macs.macOf({ ...asked, session: null }),
          state: 'running',
          reason: null,
          next_at: next,
          session_expires: null,
          ended: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const message = madeMessage({ from, to, amount, ...rhythm }, next);
      await tellMade(inbox, transaction, { customer: customer.id, time: created, message });
      return added;
    });
    return wireOf(row);
  };
}

async function refuseMany(transaction: Transaction<Tables>, customer: number): Promise<void> {
  const { count } = await transaction
    .selectFrom('order_schedules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer', '=', customer)
    .where('kind', '=', 'recurring')
    .where('state', '!=', 'ended')
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxRecurring) {
    throw refuse('tooManyRecurring', { values: { max: maxRecurring } });
  }
}

function change(options: RecurringCallsOptions): Handler<typeof calls.recurring.change> {
  const { db, gates, directory, macs, now } = options;
  return async ({ id, amount, ...input }, { customer }) => {
    await gates.require('trade', customer.id);
    const row = await ownSchedule(db, { id, customer: customer.id, kind: 'recurring' });
    const { from, to } = JSON.parse(row.terms) as RecurringTerms;
    const rhythm = rhythmOf(input);
    checkAmount(directory, { from, to, amount });
    const terms = JSON.stringify({ from, to, amount, ...rhythm } satisfies RecurringTerms);
    await changeOwn(options, row, (now_) => {
      const mac = macs.macOf({ ...now_, terms });
      return { terms, mac, state: 'running', reason: null, step: 0, next_at: nextDue(rhythm, now()) };
    });
    return wireOf(await ownSchedule(db, { id, customer: customer.id, kind: 'recurring' }));
  };
}

function pause(options: RecurringCallsOptions): Handler<typeof calls.recurring.pause> {
  const { db, gates, now } = options;
  return async ({ id, paused }, { customer }) => {
    if (!paused) await gates.require('trade', customer.id);
    const row = await ownSchedule(db, { id, customer: customer.id, kind: 'recurring' });
    await changeOwn(options, row, (latest) => {
      if (!paused) return resumed(latest, now());
      return latest.state === 'paused' ? {} : { state: 'paused', reason: 'byCustomer' };
    });
    return wireOf(await ownSchedule(db, { id, customer: customer.id, kind: 'recurring' }));
  };
}

function listOf(db: Kysely<Tables>, customer: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom('order_schedules')
    .selectAll()
    .where('customer', '=', customer)
    .where('kind', '=', 'recurring')
    .where('state', '!=', 'ended')
    .orderBy('id', 'desc')
    .execute();
}

/** Lets all go on that were paused when the account was secured. */
function resume({ db, gates, scheduler, now }: RecurringCallsOptions): Handler<typeof calls.recurring.resume> {
  return async (_input, { customer: { id } }) => {
    await gates.require('trade', id);
    for (const row of await listOf(db, id)) {
      if (row.reason === securedReason) await scheduler.change(row.id, id, (latest) => resumed(latest, now()));
    }
    return (await listOf(db, id)).map(wireOf);
  };
}

function resumed({ state, terms }: ScheduleRow, time: number): ScheduleChange {
  if (state === 'running') return {};
  return { state: 'running', reason: null, step: 0, next_at: nextDue(JSON.parse(terms) as RecurringTerms, time) };
}

/** @throws Refusal `notFound` if it was deleted meanwhile */
async function changeOwn(
  { scheduler }: RecurringCallsOptions,
  { id, customer }: ScheduleRow,
  make: (row: ScheduleRow) => ScheduleChange,
): Promise<void> {
  if (!(await scheduler.change(id, customer, make))) throw refuse('unknownSchedule');
}

/** @throws FieldRefusal if the zone is unknown */
function rhythmOf({
  every,
  hour,
  weekday,
  monthDay,
  timeZone,
}: Pick<CallParameters<typeof calls.recurring.create>, keyof Rhythm>): Rhythm {
  if (!isTimeZone(timeZone)) throw new FieldRefusal({ timeZone: 'choice' });
  return { every, hour, weekday, monthDay, timeZone };
}

function wireOf(row: ScheduleRow): RecurringBuy {
  const terms = JSON.parse(row.terms) as RecurringTerms;
  return {
    id: String(row.id),
    clientId: row.client_id,
    from: terms.from,
    to: terms.to,
    amount: terms.amount,
    every: terms.every,
    hour: terms.hour,
    weekday: terms.weekday,
    monthDay: terms.monthDay,
    timeZone: terms.timeZone,
    state: row.state === 'running' ? 'running' : 'paused',
    reason: row.reason === null ? null : skipReasonOf(row.reason),
    nextAt: row.state === 'running' ? row.next_at : null,
    time: row.created,
  };
}

/** Lists a recurring buy's orders, and what was skipped. Tries of the same buy before the last one are left out. */
function history({ db, directory }: RecurringCallsOptions): Handler<typeof calls.recurring.history> {
  return async ({ id, limit, cursor }, { customer }) => {
    const row = await ownSchedule(db, { id, customer: customer.id, kind: 'recurring' });
    const terms = JSON.parse(row.terms) as RecurringTerms;
    const before = readCursor(cursor);
    let query = db
      .selectFrom('order_schedule_children')
      .selectAll()
      .distinctOn('slot')
      .where('schedule', '=', row.id)
      .where('state', '!=', 'sending');
    if (Number.isFinite(before)) query = query.where('slot', '<', before);
    const rows = await query
      .orderBy('slot', 'desc')
      .orderBy('number', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const items = page.map((child) => runOf(directory, terms, child));
    return { items, next: last && rows.length > limit ? cursorAfter(last.slot) : null };
  };
}

function runOf(directory: OrdersContext['directory'], { from, to }: RecurringTerms, child: ChildRow): RecurringRun {
  const isBought = child.filled_lots > 0;
  const { paid, received, price } = boughtBy(directory, { from, to }, child);
  return {
    number: child.number,
    due: child.slot,
    state: isBought ? 'bought' : 'skipped',
    reason: isBought || child.reason === null ? null : skipReasonOf(child.reason),
    orderId: child.order_id === null ? null : String(child.order_id),
    paid: isBought ? paid : null,
    received: isBought ? received : null,
    price: isBought ? price : null,
  };
}

/** What a buy cost and brought. Its price is that of the one market that trades both coins; null without one. */
function boughtBy(
  directory: OrdersContext['directory'],
  { from, to }: Pick<RecurringTerms, 'from' | 'to'>,
  child: ChildRow,
): { readonly paid: string; readonly received: string; readonly price: string | null } {
  const { filled_lots: filledLots, filled_notional: filledNotional, fee } = child;
  const [route = []] = routesOf(directory, from, to);
  const [first, second] = route;
  const isOne = first !== undefined && second === undefined;
  const base = isOne ? filledLots * first.view.rules.unitsPerLot : 0;
  const isBuy = first?.side === 'buy';
  // Rows of earlier versions have only the order's figures.
  const paid = child.paid ?? (isBuy ? filledNotional : base);
  const received = child.received ?? (isBuy ? base : filledNotional) - fee;
  const [ofPaid, ofReceived] = [from, to].map((coin) => directory.asset(directory.assetId(coin) ?? 0).decimals);
  return {
    paid: formatDecimal(paid, ofPaid ?? 0),
    received: formatDecimal(received, ofReceived ?? 0),
    price: isOne ? averagePrice(first.view, { filledLots, filledNotional }) : null,
  };
}
