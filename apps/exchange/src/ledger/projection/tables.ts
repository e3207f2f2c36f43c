import type { Interval } from '@fft/contract';
import type { ConditionColumns } from '../order-terms.ts';

type Nullable<Columns> = { [Name in keyof Columns]: Columns[Name] | null };

/** Read models that the projector writes and rooms read. Money, prices and quantities are ledger integers. */
export interface ProjectionTables {
  /** A null stands for a zero, a false, or the value that most orders have. */
  orders: Nullable<Omit<ConditionColumns, 'stop_direction'>> & {
    id: number;
    owner: number;
    client_order_id: string;
    market: number;
    /** Side, type, time in force, post-only, self-trade and a stop's direction. */
    choices: number;
    price_ticks: number;
    quantity_lots: number;
    amount: number | null;
    /** True for a stop that has not been triggered. */
    is_waiting: boolean | null;
    /** Null: all of the quantity. */
    filled_lots: number | null;
    filled_notional: number;
    fee: number;
    /** Null: filled. */
    state: 'processing' | 'filled' | 'cancelled' | null;
    reason: string | null;
    time: number;
    /** Null: as it was placed. */
    updated: number | null;
  };
  /** A view of all orders in words. */
  listed_orders: ConditionColumns & {
    id: number;
    owner: number;
    client_order_id: string;
    market: number;
    side: 'buy' | 'sell';
    type: 'limit' | 'market';
    time_in_force: 'GTC' | 'IOC' | 'FOK';
    post_only: boolean;
    price_ticks: number;
    quantity_lots: number;
    amount: number;
    /** True for a stop that has not been triggered. */
    is_waiting: boolean;
    self_trade: 'cancelNewest' | 'cancelOldest' | 'cancelBoth';
    filled_lots: number;
    filled_notional: number;
    fee: number;
    state: 'processing' | 'filled' | 'cancelled';
    reason: string | null;
    time: number;
    updated: number;
  };
  /** What owners call orders beside the ids with which they were placed, and when stops began to work. Only orders with any of it have a row. */
  order_labels: {
    owner: number;
    order_id: number;
    /** The name by the last amendment that gave one; null while it is the order's id. */
    renamed: string | null;
    list_client_order_id: string | null;
    strategy_id: number | null;
    strategy_type: number | null;
    /** When a stop was triggered. */
    triggered: number | null;
  };
  /** Amendments of orders by their owners. */
  order_amendments: {
    owner: number;
    order_id: number;
    /** Journal entry, and the event's place among its owner's order events of the entry. */
    sequence: number;
    position: number;
    name_before: string;
    name: string;
    lots_before: number;
    lots: number;
    time: number;
  };
  fills: {
    market: number;
    trade_number: number;
    time: number;
    taker_side: 'buy' | 'sell';
    price_ticks: number;
    quantity_lots: number;
    notional: number;
    taker_order: number;
    taker_owner: number;
    taker_fee: number;
    maker_order: number;
    maker_owner: number;
    maker_fee: number;
    /** Journal entry, and the position of the first of its postings within it. */
    sequence: number;
    position: number;
    /** Asset ids, and the amount of base traded. */
    base: number;
    quote: number;
    base_units: number;
    /** Balances of both sides afterwards, frozen included. */
    taker_base: number;
    taker_quote: number;
    maker_base: number;
    maker_quote: number;
  };
  /** Only intervals with trades. */
  candles: {
    market: number;
    interval: Interval;
    /** Start of the interval. */
    time: number;
    open_ticks: number;
    high_ticks: number;
    low_ticks: number;
    close_ticks: number;
    /** Whole numbers as text: they may exceed 2^53. */
    volume_lots: string;
    turnover: string;
    trades: number;
    taker_buy_lots: string;
    taker_buy_turnover: string;
  };
  /** Postings that do not derive from a fill. */
  postings: {
    /** Journal entry, and the position within it. */
    sequence: number;
    position: number;
    time: number;
    owner: number;
    kind: 'coin' | 'fiat';
    asset: number;
    available_delta: number;
    frozen_delta: number;
    /** The account's balance afterwards. */
    available: number;
    frozen: number;
    reason: string;
    order_id: number;
    reference: string;
  };
  /** A view of all postings. */
  ledger: {
    sequence: number;
    position: number;
    time: number;
    owner: number;
    kind: 'coin' | 'fiat';
    asset: number;
    available_delta: number;
    frozen_delta: number;
    /** Null for postings of a fill. */
    available: number | null;
    frozen: number | null;
    /** The account's balance afterwards, frozen included; null for the house's income from a fill. */
    balance: number | null;
    reason: string;
    order_id: number;
    reference: string;
  };
  /** Closed periods whose owners are known. */
  period_summaries: {
    begins: number;
    ends: number;
    made: Date;
  };
  owner_periods: {
    owner: number;
    /** Of summarised periods in which the owner has rows. */
    begins: readonly (number | string)[];
  };
  projection: {
    name: string;
    /** The last journal entry in the tables. */
    sequence: number;
  };
}
