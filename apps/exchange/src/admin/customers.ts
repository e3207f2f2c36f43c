import { consoleCalls, type CustomerDetail, type CustomerOrder } from '@fft/console-contract';
import type { StatementLine, Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Kysely, Selectable } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from './room.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { refuse } from './refusals.ts';
import type { FeeService } from '../funds/fees/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { formatPrice, formatQuantity } from '../ledger/listings/market-view.ts';
import { formatUsdt, type Valuation } from '../assets/prices/valuation.ts';
import type { CustomerService, Locks, OperatorsKeys, Sessions } from '../accounts/index.ts';
import type { Review } from '../identity/index.ts';
import type { Projector } from '../ledger/projection/projector.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';
import { bindLocks, lockProposer } from './locks.ts';
import type { Operator } from './staff/roster.ts';

export interface CustomersOptions {
  readonly db: Kysely<Tables>;
  /** For lists alone. */
  readonly listed: Kysely<Tables>;
  readonly host: EngineHost;
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly directory: Directory;
  readonly valuation: Valuation;
  readonly customers: CustomerService;
  readonly sessions: Pick<Sessions, 'list'>;
  readonly apiKeys: OperatorsKeys;
  readonly review: Pick<Review, 'latest' | 'findByName'>;
  readonly approvals: Pick<Approvals, 'propose' | 'findOpen'>;
  readonly fees: Pick<FeeService, 'of'>;
  /** What a customer traded since a time, in whole USDT. */
  readonly turnoverOf: (customer: number, since: number) => Promise<number>;
  readonly locks: Locks;
  /** Cancels a customer's open orders and withdrawals. */
  readonly stop: (customer: number) => Promise<void>;
  readonly statement: (owner: number, page: StatementPage) => Promise<{ items: StatementLine[]; next: string | null }>;
  readonly now: () => number;
}

interface StatementPage {
  readonly kind: 'coin' | 'fiat';
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly lang: Lang;
}

const notesShown = 100;
const turnoverMs = 30 * 86_400_000;

/** Binds the calls about customers: search, details, locks, resets and notes. */
export function bindCustomers(bind: Bind, options: CustomersOptions): void {
  const { customers, now } = options;
  const { customers: calls } = consoleCalls;

  async function changed(customer: number, isChanged: boolean | void): Promise<CustomerDetail> {
    if (isChanged === false) throw refuse('nothingToChange');
    return detail(options, customer);
  }

  bind(calls.list, async ({ q, locked, limit, cursor }) => {
    const before = readCursor(cursor);
    const named = q === undefined ? [] : await options.review.findByName(q, before);
    const found = await customers.list({ q, named, locked, before, limit });
    const page = found.slice(0, limit);
    const identities = await options.review.latest(page.map(({ id }) => id));
    const last = page.at(-1);
    return {
      items: page.map((row) => ({ ...row, ...identityFrom(identities, row.id) })),
      next: last && found.length > limit ? cursorAfter(last.id) : null,
    };
  });
  bind(calls.read, ({ id }) => detail(options, id));
  bind(calls.orders, ({ id, limit, cursor }) => orders(options, id, { limit, before: readCursor(cursor) }));
  bind(calls.statement, async ({ id, kind, limit, cursor }, _by, { lang }) => {
    const { items, next } = await options.statement(id, { kind, limit, cursor, lang });
    return { items: items.map(({ fee: _, state: __, ...line }) => line), next };
  });
  const act = (customer: number, by: Operator) => ({ customer, operator: by.name, time: now() });
  bindLocks(bind, { ...options, detail: (id) => detail(options, id) });
  bind(calls.endSessions, async ({ id }, by) => {
    await requireCustomer(options, id);
    return changed(id, await customers.endSessions(act(id, by)));
  });
  bind(calls.apiKeys, async ({ id }) => {
    await requireCustomer(options, id);
    return options.apiKeys.list(id);
  });
  bind(calls.revokeApiKey, async ({ id, key }, by) => {
    const isRevoked = await options.apiKeys.revoke({ customer: id, id: key, operator: by.name });
    if (!isRevoked) throw refuse('unknownApiKey');
    return null;
  });
  bind(calls.reset, async ({ id, factor, reason }, by) => {
    const { has } = await requireCustomer(options, id);
    if (!has[factor]) throw refuse('nothingToChange');
    const input = { id, factor, reason };
    const { id: approval } = await options.approvals.propose(by, { act: 'reset', target: `customer ${id}`, input });
    return { approval };
  });
  bind(calls.note, async ({ id, text }, by) => {
    await requireCustomer(options, id);
    await addNote(options, { customer: id, text, operator: by.name, time: now() });
    return detail(options, id);
  });
}

/** Executes a factor reset that two operators agreed to. */
export function createFactorResetApproval(customers: CustomerService): ExecuteApproval<'reset'> {
  return async ({ id, factor, reason }, { agreement }) => {
    const isReset = await customers.reset({ customer: id, factor, reason, agreement });
    if (!isReset) throw refuse('nothingToChange');
    return {};
  };
}

async function requireCustomer({ customers }: CustomersOptions, id: number) {
  const facts = await customers.read(id);
  if (facts === null) throw refuse('unknownCustomer');
  return facts;
}

async function detail(options: CustomersOptions, id: number): Promise<CustomerDetail> {
  const { db, host, directory, valuation, sessions, review } = options;
  const facts = await requireCustomer(options, id);
  const [open, identities, { tier, ...given }, turnoverUsdt, notes] = await Promise.all([
    sessions.list(id),
    review.latest([id]),
    options.fees.of(id),
    options.turnoverOf(id, options.now() - turnoverMs),
    db
      .selectFrom('customer_notes')
      .select(['id', 'time', 'operator', 'text'])
      .where('customer', '=', id)
      .orderBy('id', 'desc')
      .limit(notesShown)
      .execute(),
  ]);
  let worth = 0n;
  const balances = host.engine.balances(id).map(({ kind, asset, available, frozen }) => {
    const { code, decimals } = directory.asset(asset);
    const value = valuation.usdtUnits(code, BigInt(available) + BigInt(frozen));
    worth += value ?? 0n;
    return {
      coin: code,
      kind,
      available: formatDecimal(available, decimals),
      frozen: formatDecimal(frozen, decimals),
      value: value === null ? null : formatUsdt(value),
    };
  });
  const fees = host.engine.feeOverride(id);
  return {
    ...facts,
    lockProposer: await lockProposer(options.approvals, id),
    ...identityFrom(identities, id),
    fees: fees && { makerPpm: fees.makerFeePpm, takerPpm: fees.takerFeePpm },
    feeTier: {
      ...given,
      turnoverUsdt,
      tier: tier && { id: tier.id, nameZh: tier.name.zh, nameEn: tier.name.en },
    },
    worth: formatUsdt(worth),
    balances,
    sessions: open.map(({ created, used, ip, userAgent }) => ({ created, used, ip, userAgent })),
    notes,
  };
}

function identityFrom(identities: Awaited<ReturnType<Review['latest']>>, id: number) {
  const { state, name } = identities.get(id) ?? { state: 'none' as const, name: null };
  return { identity: state, name };
}

interface Page {
  readonly limit: number;
  readonly before: number;
}

async function orders(options: CustomersOptions, owner: number, { limit, before }: Page) {
  const { listed, projector, directory } = options;
  await projector.reachedFor(owner);
  let rows = listed.selectFrom('listed_orders').selectAll().where('owner', '=', owner);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => orderOf(directory, row)),
    next: last && found.length > limit ? cursorAfter(last.id) : null,
  };
}

function orderOf(directory: Directory, row: Selectable<Tables['listed_orders']>): CustomerOrder {
  const view = directory.marketById(row.market);
  const { side, type, state, time } = row;
  return {
    id: String(row.id),
    symbol: view.rules.symbol,
    side,
    type,
    price: type === 'limit' ? formatPrice(view, row.price_ticks) : null,
    stopPrice: row.stop_ticks === 0 ? null : formatPrice(view, row.stop_ticks),
    quantity: row.quantity_lots === 0 ? null : formatQuantity(view, row.quantity_lots),
    filled: formatQuantity(view, row.filled_lots),
    state,
    time,
  };
}

interface Note {
  readonly customer: number;
  readonly text: string;
  readonly operator: string;
  readonly time: number;
}

async function addNote({ db }: CustomersOptions, note: Note): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('customer_notes').values(note).execute();
    const { customer, text, operator, time } = note;
    await writeAudit(transaction, {
      time,
      operator,
      act: 'customer.note',
      target: `customer ${customer}`,
      after: { text },
    });
  });
}
