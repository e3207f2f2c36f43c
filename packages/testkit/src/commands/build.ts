import {
  type AmendOrder,
  type CancelOrder,
  type Command,
  type Deposit,
  type HoldWithdrawal,
  limitsOf,
  type MarketLimits,
  type MarketRules,
  type PlaceOrder,
  type Transfer,
} from '@fft/engine';

/** The default test market: BTC (8 decimals, asset 0) against USDT (6, asset 1), wide limits. */
export const testMarket: MarketRules = {
  symbol: 'BTC/USDT',
  base: 0,
  quote: 1,
  unitsPerLot: 1000,
  unitsPerTickLot: 10,
  minQuantityLots: 1,
  maxQuantityLots: 1_000_000,
  minNotional: 0,
  maxNotional: 1_000_000_000_000,
  makerFeePpm: 1000,
  takerFeePpm: 2000,
  bandPpm: 0,
  collarPpm: 50_000,
  maxOpenOrders: 200,
  state: 'open',
};

/** Sets the test market's limits with these changes; it never halts itself by default. */
export function buildLimits(fields: Partial<MarketLimits> = {}, time = 0): Command {
  return {
    type: 'setMarketLimits',
    time,
    market: 0,
    limits: { ...limitsOf(testMarket), ...fields },
    feeProtection: true,
  };
}

/** Opens BTC (0), USDT (1) and ETH (2), and the given markets. */
export function listing(markets: readonly MarketRules[] = [testMarket]): Command[] {
  return [
    { type: 'openAsset', time: 0, asset: { code: 'BTC', decimals: 8 } },
    { type: 'openAsset', time: 0, asset: { code: 'USDT', decimals: 6 } },
    { type: 'openAsset', time: 0, asset: { code: 'ETH', decimals: 8 } },
    ...markets.map((market): Command => ({ type: 'openMarket', time: 0, market })),
  ];
}

let made = 0;
/** Returns a unique id. */
function nextId(): string {
  made += 1;
  return `id-${made}`;
}

export function buildDeposit(fields: Partial<Deposit> = {}): Deposit {
  const requestId = fields.requestId ?? nextId();
  return {
    type: 'deposit',
    time: 0,
    source: 'chain',
    owner: 1000,
    kind: 'coin',
    asset: 1,
    amount: 1,
    ...fields,
    requestId,
  };
}

export function buildTransfer(fields: Partial<Transfer> = {}): Transfer {
  const requestId = fields.requestId ?? nextId();
  return { type: 'transfer', time: 0, owner: 1000, asset: 1, from: 'coin', amount: 1, ...fields, requestId };
}

/** A withdrawal from the coin account of owner 1000, with a fee of 1. */
export function buildHold(fields: Partial<HoldWithdrawal> = {}): HoldWithdrawal {
  const requestId = fields.requestId ?? nextId();
  const start = { type: 'holdWithdrawal', time: 0, destination: 'chain', owner: 1000, kind: 'coin' } as const;
  return { ...start, asset: 1, amount: 10, fee: 1, ...fields, requestId };
}

/** A limit order, GTC. */
export function buildOrder(fields: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    type: 'place',
    time: 0,
    owner: 1000,
    clientOrderId: fields.clientOrderId ?? nextId(),
    market: 0,
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks: 100,
    quantityLots: 10,
    amount: 0,
    ...fields,
  };
}

/** A market order by quantity, unless `amount` is set. */
export function buildMarketOrder(fields: Partial<PlaceOrder> = {}): PlaceOrder {
  const quantityLots = fields.amount === undefined ? 10 : 0;
  return buildOrder({ orderType: 'market', priceTicks: 0, quantityLots, ...fields });
}

export function buildAmend(fields: Partial<AmendOrder> = {}): AmendOrder {
  const start = { type: 'amend', time: 0, owner: 1000, orderId: 0, clientOrderId: '' } as const;
  return { ...start, priceTicks: 100, quantityLots: 10, ...fields };
}

export function buildCancel(fields: Partial<CancelOrder> = {}): CancelOrder {
  return { type: 'cancel', time: 0, owner: 1000, orderId: 0, clientOrderId: '', ...fields };
}
