import type { Interval } from '@fft/contract';

/** Read models that the projector writes and areas read. Money, prices and quantities are ledger integers. */
export interface ProjectionTables {
  orders: {
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
    /** 0: no stop. */
    stop_ticks: number;
    stop_direction: 'rising' | 'falling' | null;
    /** A stop whose price wasn't reached yet. */
    is_waiting: boolean;
    /** 0: never. */
    expires_at: number;
    /** 0: all of it. */
    visible_lots: number;
    other_leg: string | null;
    self_trade: 'cancelNewest' | 'cancelOldest' | 'cancelBoth';
    filled_lots: number;
    filled_notional: number;
    fee: number;
    state: 'processing' | 'filled' | 'cancelled';
    reason: string | null;
    time: number;
    updated: number;
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
    /** Journal entry, and the place of the first of its postings within it. Null, with what follows, for fills whose postings have rows of their own. */
    sequence: number | null;
    position: number | null;
    /** Assets, and how much of the base was traded. */
    base: number | null;
    quote: number | null;
    base_units: number | null;
    /** What both sides hold afterwards, frozen or not. */
    taker_base: number | null;
    taker_quote: number | null;
    maker_base: number | null;
    maker_quote: number | null;
  };
  /** Only stretches that had trades. */
  candles: {
    market: number;
    interval: Interval;
    /** Where it begins. */
    time: number;
    open_ticks: number;
    high_ticks: number;
    low_ticks: number;
    close_ticks: number;
    /** Whole numbers as text: they may pass 2^53. */
    volume_lots: string;
    turnover: string;
    trades: number;
  };
  /** Those that no fill tells. */
  postings: {
    /** Journal entry, and the place within it. */
    sequence: number;
    position: number;
    time: number;
    owner: number;
    kind: 'coin' | 'fiat';
    asset: number;
    available_delta: number;
    frozen_delta: number;
    /** What the account holds afterwards. */
    available: number;
    frozen: number;
    reason: string;
    order_id: number;
    reference: string;
  };
  /** A view: all postings. */
  ledger: {
    sequence: number;
    position: number;
    time: number;
    owner: number;
    kind: 'coin' | 'fiat';
    asset: number;
    available_delta: number;
    frozen_delta: number;
    /** Null where a fill posts. */
    available: number | null;
    frozen: number | null;
    /** What the account holds afterwards, frozen or not; null for what a fill brings the house. */
    balance: number | null;
    reason: string;
    order_id: number;
    reference: string;
  };
  projection: {
    name: string;
    /** The last journal entry that is in the tables. */
    sequence: number;
  };
}
