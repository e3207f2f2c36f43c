import type { Selectable } from 'kysely';
import type { Tables } from '../room.ts';
import type { Candle } from '../../ledger/projection/candle.ts';

export type CandleRow = Selectable<Tables['candles']>;

export function candleOfRow(row: CandleRow): Candle {
  return {
    time: row.time,
    openTicks: row.open_ticks,
    highTicks: row.high_ticks,
    lowTicks: row.low_ticks,
    closeTicks: row.close_ticks,
    volumeLots: BigInt(row.volume_lots),
    turnover: BigInt(row.turnover),
    trades: row.trades,
    takerBuyLots: BigInt(row.taker_buy_lots),
    takerBuyTurnover: BigInt(row.taker_buy_turnover),
  };
}
