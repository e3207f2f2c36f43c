import type { StatementLine, StatementOrder } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { refuse } from '../refusals.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { cursorAfterPosting, readPostingCursor } from './statement-cursor.ts';
import { statementOrders } from './statement-orders.ts';
import { withdrawalsUnderWay } from './statement-under-way.ts';
import type { StatementSource } from './statement-source.ts';
import { statementRows, typeOf, type Account, type Line, type StatementQuery } from './statement-rows.ts';

export interface StatementPage {
  readonly items: StatementLine[];
  readonly next: string | null;
}

/** Reads one page of a customer's statement, newest first, including everything answered before the call. @throws Refusal `notFound` for an unknown coin */
export async function readStatement(
  source: StatementSource,
  account: Account,
  query: StatementQuery,
): Promise<StatementPage> {
  const asset = query.coin === undefined ? null : source.directory.assetId(query.coin);
  if (query.coin !== undefined && asset === null) throw refuse('unknownCoin');
  if (query.cursor !== undefined) readPostingCursor(query.cursor);
  await source.projector.reachedFor(account.owner);
  const assets = asset === null ? assetsOf(source, account) : [asset];
  const markets = account.kind === 'coin' ? marketsOf(source, account.owner, assets) : [];
  const { rows, stoppedAt } = await statementRows(source.db, { ...account, ...query, assets, markets });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const ids = [...new Set(page.flatMap(({ order_id: id }) => (id === 0 ? [] : [id])))];
  const orders = await statementOrders(source, { owner: account.owner, ids });
  const underWay = await withdrawalsUnderWay(source, account, query);
  return {
    items: [
      ...underWay,
      ...page.map((row) => flowRecord(source.directory, account.kind, row, orders.get(row.order_id))),
    ],
    next: last && rows.length > query.limit ? cursorAfterPosting(last) : stoppedAt && cursorAfterPosting(stoppedAt),
  };
}

/** The same without withdrawals under way, which operators see elsewhere. */
export async function readSettledLines(
  source: StatementSource,
  account: Account,
  query: StatementQuery,
): Promise<StatementPage> {
  const page = await readStatement(source, account, query);
  return { ...page, items: page.items.filter(({ state }) => state === 'done') };
}

/** Returns the assets that the account ever held. */
function assetsOf({ host }: StatementSource, { owner, kind }: Account): number[] {
  return host.engine.balances(owner).flatMap((balance) => (balance.kind === kind ? [balance.asset] : []));
}

/** Returns the markets of these assets in which the owner may have traded. */
function marketsOf({ host: { engine } }: StatementSource, owner: number, assets: readonly number[]): number[] {
  return engine.markets.flatMap(({ base, quote }, id) => {
    const isOfThese = assets.includes(base) || assets.includes(quote);
    return isOfThese && engine.hasOrdered(owner, id) ? [id] : [];
  });
}

export function flowRecord(
  directory: Directory,
  kind: Account['kind'],
  row: Line,
  order: StatementOrder | undefined,
): StatementLine {
  const { code, decimals } = directory.asset(row.asset);
  return {
    id: `${row.sequence}-${row.position}`,
    coin: code,
    type: typeOf(row, kind),
    amount: formatDecimal(row.amount, decimals),
    fee: formatDecimal(row.reason === 'fee' ? -row.amount : 0, decimals),
    balance: formatDecimal(row.balance, decimals),
    state: 'done',
    time: row.time,
    ref: row.order_id === 0 ? row.reference : String(row.order_id),
    ...(order && { order }),
  };
}
