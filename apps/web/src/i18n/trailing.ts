import { defineTexts } from './texts.ts';

const zh = {
  title: '跟踪止损',
  lead: '触发价随行情移动：卖单跟随最高价、买单跟随最低价，保持固定距离；价格反向到达时按市价成交。',
  side: '买卖方向',
  buy: '买入',
  sell: '卖出',
  by: '跟踪方式',
  byPercent: '按比例',
  byPrice: '按价格',
  percent: '回调比例',
  distance: '回调幅度',
  quantity: '数量',
  spend: '金额',
  usable: (amount: string): string => `可用 ${amount}`,
  activation: '激活价（选填）',
  activationHint: (side: 'buy' | 'sell'): string =>
    side === 'sell' ? '价格涨到此价后开始跟踪；不填则从最新价开始' : '价格跌到此价后开始跟踪；不填则从最新价开始',
  typeAll: '填写回调幅度和数量后，这里显示触发价',
  startsAt: (trigger: string): string => `开始时触发价约为 ${trigger}`,
  moves: (side: 'buy' | 'sell'): string =>
    side === 'sell' ? '最高价上升时触发价随之上移，从不下移。' : '最低价下降时触发价随之下移，从不上移。',
  frozen: '所需资金立即冻结，触发前不进入盘口。',
  tooLong: '回调幅度须小于价格',
  place: (side: 'buy' | 'sell'): string => (side === 'sell' ? '卖出' : '买入'),
  confirm: (side: string, size: string): string => `${side} ${size}？`,
  confirmText: (trail: string, from: string): string => `${from}，跟踪 ${trail}，触发后按市价成交。`,
  fromNow: '从最新价开始',
  fromPrice: (price: string): string => `价格到达 ${price} 后开始`,
  confirmYes: '确认下单',
  back: '再想想',
  placed: '已提交跟踪止损委托',
  unknown: '暂时无法确认结果。再次提交会查询同一笔委托，不会重复下单。',
  checkOutcome: '查询结果',
  noMarket: '暂无可交易的交易对',
};

export const trailingTexts = defineTexts<typeof zh>({
  zh,
  en: {
    title: 'Trailing stop',
    lead: 'The trigger price follows the market: a sell stays a fixed distance below the highest price, a buy above the lowest. When the price comes back to it, the order trades at market.',
    side: 'Side',
    buy: 'Buy',
    sell: 'Sell',
    by: 'Follow by',
    byPercent: 'Per cent',
    byPrice: 'Price',
    percent: 'Distance in per cent',
    distance: 'Distance',
    quantity: 'Quantity',
    spend: 'Amount',
    usable: (amount) => `Available ${amount}`,
    activation: 'Activation price (optional)',
    activationHint: (side) =>
      side === 'sell'
        ? 'It begins once the price has risen to this; without it, at the last price'
        : 'It begins once the price has fallen to this; without it, at the last price',
    typeAll: 'Enter the distance and the quantity to see the trigger price',
    startsAt: (trigger) => `Triggers at about ${trigger} to begin with`,
    moves: (side) =>
      side === 'sell'
        ? 'It rises with the highest price, and never falls.'
        : 'It falls with the lowest price, and never rises.',
    frozen: 'What it needs is frozen now. It is not in the book until it triggers.',
    tooLong: 'The distance must be shorter than the price',
    place: (side) => (side === 'sell' ? 'Sell' : 'Buy'),
    confirm: (side, size) => `${side} ${size}?`,
    confirmText: (trail, from) => `${from}. Follows by ${trail}, then trades at market.`,
    fromNow: 'Begins at the last price',
    fromPrice: (price) => `Begins once the price reaches ${price}`,
    confirmYes: 'Place order',
    back: 'Not yet',
    placed: 'Trailing stop placed',
    unknown: 'The outcome is not known yet. Sending again looks the same order up, and places nothing twice.',
    checkOutcome: 'Check the outcome',
    noMarket: 'No market is open',
  },
});
