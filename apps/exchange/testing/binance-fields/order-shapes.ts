import type { Shape } from './shape.ts';

const stops = ['STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'];

/** Labels, and what trailing, pegged and smartly routed orders have. */
const special: Shape = {
  'strategyId?': 'int',
  'strategyType?': 'int',
  'trailingDelta?': 'int',
  'trailingTime?': 'time | =-1',
  'usedSor?': 'flag',
  'workingFloor?': 'enum workingFloor',
  'pegPriceType?': 'text',
  'pegOffsetType?': 'text',
  'pegOffsetValue?': 'int',
  'peggedPrice?': 'decimal',
};

const prevented: Shape = {
  preventedMatchId: { type: 'id', where: { status: ['EXPIRED_IN_MATCH'] } },
  preventedQuantity: { type: 'decimal', where: { status: ['EXPIRED_IN_MATCH'] } },
};

const expired: Shape = { expiryReason: { type: 'enum expiryReason', where: { status: ['EXPIRED'] } } };

const named: Shape = { symbol: 'text', orderId: 'id', orderListId: 'id | =-1', clientOrderId: 'text' };

const ack: Shape = { ...named, transactTime: 'time' };

const traded: Shape = {
  price: 'decimal',
  origQty: 'decimal',
  executedQty: 'decimal',
  origQuoteOrderQty: 'decimal',
  cummulativeQuoteQty: 'decimal',
  status: 'enum orderStatus',
  timeInForce: 'enum timeInForce',
  type: 'enum orderType',
  side: 'enum side',
  selfTradePreventionMode: 'enum selfTradePrevention',
};

const terms: Shape = { 'icebergQty?': 'decimal', stopPrice: { type: 'decimal', where: { type: stops } } };

const result: Shape = { ...ack, ...traded, workingTime: 'time | =-1', ...terms, ...special, ...prevented, ...expired };
const cancelled: Shape = { ...ack, ...traded, origClientOrderId: 'text', ...terms, ...special };

const list: Shape = {
  orderListId: 'id',
  contingencyType: 'enum contingencyType',
  listStatusType: 'enum listStatusType',
  listOrderStatus: 'enum listOrderStatus',
  listClientOrderId: 'text',
  transactionTime: 'time',
  symbol: 'text',
  orders: '[@listed]',
};

/** Answers about orders, lists and fills. */
export const orderShapes: Readonly<Record<string, Shape>> = {
  orderAck: ack,
  orderResult: result,
  orderFull: { ...result, fills: '[@fill]' },
  fill: {
    price: 'decimal',
    qty: 'decimal',
    commission: 'decimal',
    commissionAsset: 'text',
    tradeId: 'id',
    'matchType?': 'text',
    'allocId?': 'id',
  },
  order: {
    ...named,
    ...traded,
    stopPrice: 'decimal',
    icebergQty: 'decimal',
    time: 'time',
    updateTime: 'time',
    isWorking: 'flag',
    workingTime: 'time | =-1',
    ...special,
    ...prevented,
    ...expired,
  },
  orderCancelled: cancelled,
  orderTested: {},
  orderTestedWithRates: {
    standardCommissionForOrder: '@orderRates',
    specialCommissionForOrder: '@orderRates',
    taxCommissionForOrder: '@orderRates',
    discount: '@discount',
  },
  orderRates: { maker: 'decimal', taker: 'decimal' },
  listed: { symbol: 'text', orderId: 'id', clientOrderId: 'text' },
  list,
  listPlaced: { ...list, orderReports: '[@orderAck] | [@orderResult] | [@orderFull]' },
  listCancelled: { ...list, orderReports: '[@orderCancelled]' },
  replaced: {
    cancelResult: '=SUCCESS',
    newOrderResult: '=SUCCESS',
    cancelResponse: '@orderCancelled | @listCancelled',
    newOrderResponse: '@orderAck | @orderResult | @orderFull',
  },
  halfReplaced: {
    cancelResult: 'enum replaceResult',
    newOrderResult: 'enum replaceResult',
    cancelResponse: '@orderCancelled | @listCancelled | @refusal',
    newOrderResponse: '@orderAck | @orderResult | @orderFull | @refusal | =null',
  },
  amended: { transactTime: 'time', executionId: 'id', amendedOrder: '@amendedOrder', 'listStatus?': '@amendedList' },
  amendedOrder: {
    ...named,
    origClientOrderId: 'text',
    price: 'decimal',
    qty: 'decimal',
    executedQty: 'decimal',
    preventedQty: 'decimal',
    quoteOrderQty: 'decimal',
    cumulativeQuoteQty: 'decimal',
    status: 'enum orderStatus',
    timeInForce: 'enum timeInForce',
    type: 'enum orderType',
    side: 'enum side',
    // Left out for an order that waits.
    'workingTime?': 'time | =-1',
    selfTradePreventionMode: 'enum selfTradePrevention',
    ...terms,
    ...special,
  },
  amendedList: {
    orderListId: 'id',
    contingencyType: 'enum contingencyType',
    listOrderStatus: 'enum listOrderStatus',
    listClientOrderId: 'text',
    symbol: 'text',
    orders: '[@listed]',
  },
  amendment: {
    symbol: 'text',
    orderId: 'id',
    executionId: 'id',
    origClientOrderId: 'text',
    newClientOrderId: 'text',
    origQty: 'decimal',
    newQty: 'decimal',
    time: 'time',
  },
  ownTrade: {
    symbol: 'text',
    id: 'id',
    orderId: 'id',
    orderListId: 'id | =-1',
    price: 'decimal',
    qty: 'decimal',
    quoteQty: 'decimal',
    commission: 'decimal',
    commissionAsset: 'text',
    time: 'time',
    isBuyer: 'flag',
    isMaker: 'flag',
    isBestMatch: 'flag',
  },
};
