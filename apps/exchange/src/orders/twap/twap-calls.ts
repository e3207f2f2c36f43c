import { calls, maxTwaps, minTwapIntervalMs, type CallParameters, type Twap, type TwapReason } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Inbox } from '../../content/index.ts';
import type { Tables } from '../room.ts';
import {
  averagePrice,
  formatPrice,
  formatQuantity,
  formatQuote,
  type MarketView,
} from '../../ledger/listings/market-view.ts';
import { refuse } from '../refusals.ts';
import type { Customer } from '../../transport/http/context.ts';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import { type Api, type Handler, route } from '../../transport/http/route.ts';
import { marketRefusal } from '../market-refusal.ts';
import type { OrdersContext } from '../orders-context.ts';
import { lotsOf, ticksOf } from '../parse-steps.ts';
import { filledOf, type Filled } from '../schedules/children.ts';
import { tellMade } from '../schedules/made-plans.ts';
import { ownSchedule } from '../schedules/own-schedule.ts';
import type { ScheduleMacs, ScheduleRow } from '../schedules/schedule-macs.ts';
import type { Scheduler } from '../schedules/scheduler.ts';
import { twapMade } from './twap-message.ts';
import type { TwapTerms } from './twap-plan.ts';

export interface TwapCallsOptions extends Pick<OrdersContext, 'host' | 'directory' | 'trading' | 'now'> {
  readonly db: Kysely<Tables>;
  readonly inbox: Inbox;
  readonly macs: ScheduleMacs;
  readonly scheduler: Scheduler;
}

/** Binds the calls of TWAP orders. */
export function serveTwaps(api: Api, options: TwapCallsOptions): void {
  route(api, calls.twap.create, createTwap(options));
  route(api, calls.twap.stop, stopTwap(options));
  route(api, calls.twap.list, listTwaps(options));
}

/** Begins a TWAP order; its first order follows within a second. */
function createTwap(options: TwapCallsOptions): Handler<typeof calls.twap.create> {
  const { db, trading, directory, scheduler } = options;
  return async (input, { customer }) => {
    await trading.admit(customer);
    const view = directory.market(input.symbol);
    if (!view) throw refuse('unknownMarket');
    const terms = termsOf(options, { ...input, owner: customer.id }, view);
    const row = await db.transaction().execute(async (transaction) => {
      // Two calls at once would each see room for the last one.
      await transaction.selectFrom('customers').select('id').where('id', '=', customer.id).forNoKeyUpdate().execute();
      const known = await transaction
        .selectFrom('order_schedules')
        .selectAll()
        .where('customer', '=', customer.id)
        .where('client_id', '=', input.clientId)
        .executeTakeFirst();
      if (known && known.terms !== terms) throw refuse('idConflict');
      return known ?? add(options, transaction, { customer, clientId: input.clientId, terms });
    });
    scheduler.jobs.twap.wake();
    return twapOf(options, row);
  };
}

interface Added {
  readonly customer: Customer;
  readonly clientId: string;
  readonly terms: string;
}

async function add(
  { inbox, directory, macs, now }: TwapCallsOptions,
  transaction: Transaction<Tables>,
  { customer, clientId, terms }: Added,
): Promise<ScheduleRow> {
  const running = await transaction
    .selectFrom('order_schedules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer', '=', customer.id)
    .where('kind', '=', 'twap')
    .where('state', '!=', 'ended')
    .executeTakeFirstOrThrow();
  if (Number(running.count) >= maxTwaps) {
    throw refuse('tooManyTwaps', { values: { max: maxTwaps } });
  }
  const { sessionId: session } = customer;
  const open = await transaction.selectFrom('sessions').select('expires').where('id', '=', session).executeTakeFirst();
  const created = now();
  const asked = { customer: customer.id, client_id: clientId, kind: 'twap', terms, created, session } as const;
  const row = await transaction
    .insertInto('order_schedules')
    .values({
      ...asked,
      mac: macs.macOf(asked),
      state: 'running',
      reason: null,
      next_at: created,
      session_expires: open?.expires ?? null,
      ended: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const parsed = JSON.parse(terms) as TwapTerms;
  const message = twapMade(directory.marketById(parsed.market), parsed);
  await tellMade(inbox, transaction, { customer: customer.id, time: created, message });
  return row;
}

/** @throws Refusal if the terms don't fit each other or the market */
function termsOf(
  { host, now }: TwapCallsOptions,
  input: CallParameters<typeof calls.twap.create> & { readonly owner: number },
  view: MarketView,
): string {
  const { side, style, orders, durationMs, quantity, worstPrice } = input;
  const totalLots = lotsOf(quantity, view);
  const worstTicks = worstPrice === undefined ? 0 : ticksOf(worstPrice, view, 'worstPrice');
  if (durationMs < orders * minTwapIntervalMs) {
    const seconds = minTwapIntervalMs / 1_000;
    throw refuse('twapTooFast', {
      values: { seconds },
      data: { field: 'orders', seconds },
    });
  }
  if (view.rules.state !== 'open') throw marketRefusal({ host }, { reason: 'marketNotOpen', view });
  const lots = Math.floor(totalLots / orders);
  const last = host.engine.lastPriceTicks(view.id);
  const priceTicks = worstTicks || last || 1;
  const order = {
    type: 'place',
    time: now(),
    owner: input.owner,
    clientOrderId: 'twap:check',
    market: view.id,
    side,
    orderType: 'limit',
    timeInForce: 'IOC',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks,
    quantityLots: lots,
    amount: 0,
  } as const;
  // Without any price yet, a part's worth can't be judged.
  const isPriced = worstTicks > 0 || last > 0;
  const reason = lots === 0 ? 'quantityTooSmall' : isPriced ? host.engine.checkForm(order) : null;
  if (reason !== null) throw marketRefusal({ host }, { reason, view });
  const terms: TwapTerms = { market: view.id, side, style, totalLots, worstTicks, orders, durationMs };
  return JSON.stringify(terms);
}

/** Stops a TWAP order. A step under way ends first, so that no order follows the answer. */
function stopTwap(options: TwapCallsOptions): Handler<typeof calls.twap.stop> {
  const { db, scheduler, now } = options;
  return async ({ id }, { customer }) => {
    const row = await ownSchedule(db, { id, customer: customer.id, kind: 'twap' });
    await scheduler.change(row.id, customer.id, ({ state }) =>
      state === 'stopping' ? {} : { state: 'stopping', reason: 'byCustomer', next_at: now() },
    );
    await scheduler.step(row.id);
    return twapOf(options, await ownSchedule(db, { id, customer: customer.id, kind: 'twap' }));
  };
}

/** Lists the caller's TWAP orders. */
function listTwaps(options: TwapCallsOptions): Handler<typeof calls.twap.list> {
  return async ({ limit, cursor }, { customer }) => {
    const before = readCursor(cursor);
    let query = options.db
      .selectFrom('order_schedules')
      .selectAll()
      .where('customer', '=', customer.id)
      .where('kind', '=', 'twap');
    if (Number.isFinite(before)) query = query.where('id', '<', before);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const items = await twapsOf(options, page);
    const last = page.at(-1);
    return { items, next: last && rows.length > limit ? cursorAfter(last.id) : null };
  };
}

async function twapOf(options: TwapCallsOptions, row: ScheduleRow): Promise<Twap> {
  const [twap] = await twapsOf(options, [row]);
  if (!twap) throw new Error('a TWAP order has no form');
  return twap;
}

async function twapsOf(options: TwapCallsOptions, rows: readonly ScheduleRow[]): Promise<Twap[]> {
  if (rows.length === 0) return [];
  const children = await options.db
    .selectFrom('order_schedule_children')
    .selectAll()
    .where(
      'schedule',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const bySchedule = Map.groupBy(children, ({ schedule }) => schedule);
  return rows.map((row) => {
    const own = bySchedule.get(row.id) ?? [];
    // The order that rests may have traded since its step.
    const present = own.map((child) => {
      const open = child.state === 'open' && child.order_id !== null ? options.host.openRecord(child.order_id) : null;
      return open ? { ...child, filled_lots: open.filledLots, filled_notional: open.filledNotional } : child;
    });
    return wireOf(options, row, filledOf(present));
  });
}

function wireOf({ directory }: TwapCallsOptions, row: ScheduleRow, filled: Filled): Twap {
  const terms = JSON.parse(row.terms) as TwapTerms;
  const view = directory.marketById(terms.market);
  const isOver = row.state === 'ended';
  return {
    id: String(row.id),
    clientId: row.client_id,
    symbol: view.rules.symbol,
    side: terms.side,
    style: terms.style,
    quantity: formatQuantity(view, terms.totalLots),
    worstPrice: terms.worstTicks === 0 ? null : formatPrice(view, terms.worstTicks),
    orders: terms.orders,
    durationMs: terms.durationMs,
    state: row.state === 'paused' ? 'running' : row.state,
    waiting: !isOver && view.rules.state !== 'open',
    reason: (row.reason ?? null) as TwapReason | null,
    done: Math.min(row.step, terms.orders),
    filled: formatQuantity(view, filled.filledLots),
    filledTotal: formatQuote(view, filled.filledNotional),
    average: averagePrice(view, filled),
    remaining: formatQuantity(view, Math.max(0, terms.totalLots - filled.filledLots)),
    nextAt: row.state === 'running' ? row.next_at : null,
    time: row.created,
    ended: row.ended,
  };
}
