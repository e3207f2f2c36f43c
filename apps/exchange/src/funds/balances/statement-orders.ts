import type { StatementOrder } from '@fft/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import {
  averagePrice,
  formatBase,
  formatPrice,
  formatQuantity,
  formatQuote,
} from '../../ledger/listings/market-view.ts';

const columns = [
  'id',
  'market',
  'side',
  'type',
  'price_ticks',
  'stop_ticks',
  'filled_lots',
  'filled_notional',
  'fee',
  'state',
] as const;

/** An order's row, as far as a line shows it. */
export type OrderRow = Pick<Selectable<Tables['listed_orders']>, (typeof columns)[number]>;

export interface OrdersQuery {
  readonly owner: number;
  readonly ids: readonly number[];
}

/** Reads the orders that statement lines come from, by id. */
export async function statementOrders(
  { db, directory }: { readonly db: Kysely<Tables>; readonly directory: Directory },
  { owner, ids }: OrdersQuery,
): Promise<ReadonlyMap<number, StatementOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('listed_orders')
    .select(columns)
    .where('owner', '=', owner)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, orderOf(directory, row)]));
}

export function orderOf(directory: Directory, row: OrderRow): StatementOrder {
  const view = directory.marketById(row.market);
  const isBuy = row.side === 'buy';
  return {
    id: String(row.id),
    symbol: view.rules.symbol,
    side: row.side,
    type: row.type,
    price: row.type === 'limit' ? formatPrice(view, row.price_ticks) : null,
    ...(row.stop_ticks > 0 && { stopPrice: formatPrice(view, row.stop_ticks) }),
    filled: formatQuantity(view, row.filled_lots),
    filledTotal: formatQuote(view, row.filled_notional),
    average: averagePrice(view, { filledLots: row.filled_lots, filledNotional: row.filled_notional }),
    fee: isBuy ? formatBase(view, row.fee) : formatQuote(view, row.fee),
    feeCoin: isBuy ? view.base.code : view.quote.code,
    state: row.state,
  };
}
