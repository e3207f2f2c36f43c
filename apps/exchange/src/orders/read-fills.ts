import { sql, type Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { Projector } from '../ledger/projection/projector.ts';

/** A fill from its owner's side. */
export interface OwnFill {
  readonly tradeNumber: number;
  readonly orderId: number;
  readonly time: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly notional: number;
  /** In units of what the owner received. */
  readonly fee: number;
  readonly isBuyer: boolean;
  readonly isMaker: boolean;
}

/** Some of an owner's fills in one market. */
export interface FillQuery {
  readonly owner: number;
  readonly market: number;
  readonly orderId?: number | undefined;
  /** The first wanted trade. */
  readonly fromTrade?: number | undefined;
  /** Both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

export interface ReadFillsOptions {
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly reading: Kysely<Tables>;
}

interface FillRow {
  readonly trade_number: string;
  readonly order_id: string;
  readonly time: string;
  readonly price_ticks: string;
  readonly quantity_lots: string;
  readonly notional: string;
  readonly fee: string;
  readonly is_buyer: boolean;
  readonly is_maker: boolean;
}

/** Reads an owner's fills in order of their numbers: the first ones from `fromTrade` or `from` on, else the newest. */
export function createFillReader({ projector, reading }: ReadFillsOptions) {
  return async (query: FillQuery): Promise<readonly OwnFill[]> => {
    await projector.reachedFor(query.owner);
    const isForward = query.fromTrade !== undefined || query.from !== undefined;
    const { limit } = query;
    const order = isForward ? sql`order by time, trade_number` : sql`order by time desc, trade_number desc`;
    const { rows } = await sql<FillRow>`
      select * from (
        (${sideOf('taker', query)} ${order} limit ${limit}) union all (${sideOf('maker', query)} ${order} limit ${limit})
      ) as own ${order} limit ${limit}
    `.execute(reading);
    const fills = rows.map(fillOfRow);
    return isForward ? fills : fills.toReversed();
  };
}

/** The owner's fills on one side. Its conditions match the indexes of statements, or of an order's fills. */
function sideOf(role: 'taker' | 'maker', { owner, market, orderId, fromTrade, from, to }: FillQuery) {
  const isTaker = role === 'taker';
  const conditions = [
    sql`${sql.ref(`${role}_owner`)} = ${owner} and market = ${market}`,
    ...(orderId === undefined
      ? []
      : [
          // An order's fills lie between its placement and its last change.
          sql`${sql.ref(`${role}_order`)} = ${orderId} and time >= (select time from listed_orders where owner = ${owner} and id = ${orderId})
            and time <= (select updated from listed_orders where owner = ${owner} and id = ${orderId})`,
        ]),
    ...(from === undefined ? [] : [sql`time >= ${from}::bigint`]),
    ...(to === undefined ? [] : [sql`time <= ${to}::bigint`]),
    ...(fromTrade === undefined
      ? []
      : [
          // Numbers grow with time, which is in the index.
          sql`trade_number >= ${fromTrade} and time >= coalesce(
            (select time from fills where market = ${market} and trade_number <= ${fromTrade}
              order by trade_number desc limit 1), 0)`,
        ]),
  ];
  return sql`
    select trade_number, ${sql.ref(`${role}_order`)} as order_id, time, price_ticks, quantity_lots, notional,
      ${sql.ref(`${role}_fee`)} as fee, taker_side = ${sql.lit(isTaker ? 'buy' : 'sell')} as is_buyer,
      ${sql.lit(!isTaker)} as is_maker
    from fills where ${sql.join(conditions, sql` and `)}`;
}

function fillOfRow(row: FillRow): OwnFill {
  return {
    tradeNumber: Number(row.trade_number),
    orderId: Number(row.order_id),
    time: Number(row.time),
    priceTicks: Number(row.price_ticks),
    quantityLots: Number(row.quantity_lots),
    notional: Number(row.notional),
    fee: Number(row.fee),
    isBuyer: row.is_buyer,
    isMaker: row.is_maker,
  };
}
