import type { Fill } from '@fft/engine';
import type { Selectable } from 'kysely';
import type { Tables } from '../room.ts';

export type FillRow = Selectable<Tables['fills']>;

export function fillOfRow(row: FillRow): Fill {
  return {
    market: row.market,
    tradeNumber: row.trade_number,
    time: row.time,
    takerSide: row.taker_side,
    priceTicks: row.price_ticks,
    quantityLots: row.quantity_lots,
    notional: row.notional,
    takerOrder: row.taker_order,
    takerOwner: row.taker_owner,
    takerFee: row.taker_fee,
    makerOrder: row.maker_order,
    makerOwner: row.maker_owner,
    makerFee: row.maker_fee,
  };
}
