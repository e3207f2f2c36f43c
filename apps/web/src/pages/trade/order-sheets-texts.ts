import { defineTexts } from '../../i18n/texts.ts';

const zh = {
  confirmBuy: '确认买入',
  confirmSell: '确认卖出',
  profit: '止盈价',
  stopThen: '止损委托价',
  days: (days: number): string => `${days} 天`,
  automatic: '自动下单',
  plans: { bracket: '附带止盈止损', trailing: '跟踪止损', scaled: '分批委托', twap: 'TWAP 委托', recurring: '定投' },
  planTexts: {
    bracket: '成交后自动挂出止盈和止损',
    trailing: '触发价随行情移动',
    scaled: '在价格范围内挂出多笔限价单',
    twap: '在一段时间内等分成交，降低对价格的影响',
    recurring: '每天、每周或每月用固定金额买入',
  },
  done: '完成',
  untilDate: '指定日期',
  visible: (coin: string): string => `每次显示数量 (${coin})`,
  reset: '恢复默认',
  postOnlyLong: '只做 Maker (Post-only)',
  willWait: (when: string): string => `${when}。触发前不进入盘口，所需资金立即冻结。`,
  feeAtMost: (rate: string): string => `手续费（最高 ${rate}）`,
  confirmTitle: '确认委托',
  orderPrice: '委托价格',
  orderAmount: '委托金额',
  notAgain: '24 小时内不再提示',
  willRest: (side: string, best: string, maker: string, taker: string): string =>
    `委托价${side === 'buy' ? '低于卖一价' : '高于买一价'} ${best}，将挂单等待成交，按 Maker ${maker} 收费；若立即成交则按 Taker ${taker}。`,
  willTake: (side: string, best: string, taker: string): string =>
    `委托价已达到${side === 'buy' ? '卖一价' : '买一价'} ${best}，会立即成交，按 Taker ${taker} 收费。`,
  crosses: (side: string, percent: string, best: string): string =>
    `委托价比${side === 'buy' ? '卖一价' : '买一价'} ${best} ${side === 'buy' ? '高' : '低'} ${percent}，会立即成交。`,
  onlyPart: (quantity: string): string => `盘口深度不足：预计只成交 ${quantity}，其余撤销。`,
  bandWarning: (min: string, max: string): string => `价格须在 ${min} 至 ${max} 之间，否则委托会被拒绝。`,
  receiveProfit: '止盈预计到账',
  receiveStop: '止损预计到账',
  willTakeMarket: (taker: string): string => `市价委托按当前盘口立即成交，成交价可能变动，按 Taker ${taker} 收费。`,
  willPair: '止盈单挂入盘口，止损等待触发；一方成交或触发后另一方自动撤销，数量只冻结一份。',
  emptyBook: '对手盘为空，委托将挂单等待成交。',
  kindTexts: {
    limit: '指定价格成交',
    market: '按最优价立即成交',
    stopLimit: '触发后挂限价单',
    stopMarket: '触发后市价成交',
    pair: '止盈挂单和止损同时有效，一方成交或触发，另一方自动撤销',
  },
  timeInForceText: {
    GTC: 'GTC：一直有效，直到完全成交或撤销。',
    IOC: 'IOC：立即成交，未成交部分撤销。',
    FOK: 'FOK：立即全部成交，否则全部撤销。',
  },
  postOnlyText: (fee: string): string => `若会立即成交则拒绝，始终按 Maker 费率 ${fee} 收费`,
  icebergText: (parts: number | undefined): string =>
    parts === undefined ? '盘口只显示部分数量' : `盘口只显示部分数量，最少为委托数量的 1/${parts}`,
  untilText: (time: string): string => `有效至 ${time}，到期未成交部分自动撤销。`,
};

/** Texts of the sheets over the trade page, loaded with them. */
export const orderSheetTexts = defineTexts<typeof zh>({
  zh,
  en: {
    confirmBuy: 'Confirm buy',
    confirmSell: 'Confirm sell',
    profit: 'Take-profit price',
    stopThen: 'Stop-limit price',
    days: (days) => (days === 1 ? '1 day' : `${days} days`),
    automatic: 'Automatic orders',
    plans: {
      bracket: 'TP/SL bracket',
      trailing: 'Trailing stop',
      scaled: 'Scaled order',
      twap: 'TWAP order',
      recurring: 'Recurring buy',
    },
    planTexts: {
      bracket: 'A take-profit and a stop-loss follow each fill',
      trailing: 'Its trigger price follows the market',
      scaled: 'Several limit orders over a price range',
      twap: 'Equal parts over a time, to move the price less',
      recurring: 'A fixed amount every day, week or month',
    },
    done: 'Done',
    untilDate: 'Until',
    visible: (coin) => `Visible quantity (${coin})`,
    reset: 'Reset',
    postOnlyLong: 'Post-only',
    willWait: (when) => `${when}. Until then it is not in the book, but its funds are on hold from now on.`,
    feeAtMost: (rate) => `Fee (up to ${rate})`,
    confirmTitle: 'Confirm order',
    orderPrice: 'Order price',
    orderAmount: 'Amount',
    notAgain: 'Don’t ask again for 24 hours',
    willRest: (side, best, maker, taker) =>
      `Your price is ${side === 'buy' ? 'below the best ask' : 'above the best bid'} of ${best}: the order will rest in the book and pay the maker fee of ${maker}, or the taker fee of ${taker} if it trades immediately.`,
    willTake: (side, best, taker) =>
      `Your price reaches the best ${side === 'buy' ? 'ask' : 'bid'} of ${best}: the order trades immediately and pays the taker fee of ${taker}.`,
    crosses: (side, percent, best) =>
      `Your price is ${percent} ${side === 'buy' ? 'above the best ask' : 'below the best bid'} of ${best}: the order trades immediately.`,
    onlyPart: (quantity) => `The book isn’t deep enough: about ${quantity} trades, and the rest is cancelled.`,
    bandWarning: (min, max) => `The price must be between ${min} and ${max}, or the order is rejected.`,
    receiveProfit: 'You receive at take profit',
    receiveStop: 'You receive at stop loss',
    willTakeMarket: (taker) =>
      `A market order trades immediately at the prices in the book, which may move, and pays the taker fee of ${taker}.`,
    willPair:
      'The take-profit order rests in the book while the stop waits for its trigger. When one trades or triggers, the other is cancelled. The funds are held only once.',
    emptyBook: 'The other side of the book is empty. The order will rest in the book.',
    kindTexts: {
      limit: 'At your price or better',
      market: 'Immediately, at the best price',
      stopLimit: 'A limit order once triggered',
      stopMarket: 'A market order once triggered',
      pair: 'A take-profit and a stop; when one trades or triggers, the other is cancelled',
    },
    timeInForceText: {
      GTC: 'GTC: stays open until filled or cancelled.',
      IOC: 'IOC: trades immediately and cancels the rest.',
      FOK: 'FOK: trades in full immediately, or not at all.',
    },
    postOnlyText: (fee) => `Rejected if it would trade immediately; pays only the maker fee of ${fee}`,
    icebergText: (parts) =>
      parts === undefined
        ? 'The book shows only part of the quantity'
        : `The book shows only part of the quantity, at least 1/${parts} of it`,
    untilText: (time) => `Valid until ${time}. Any unfilled rest is then cancelled.`,
  },
});
