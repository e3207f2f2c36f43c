import { defineTexts } from './texts.ts';

const zh = {
  amend: '改单',
  title: '修改委托',
  question: '确认修改这笔委托？',
  keep: '不修改',
  confirm: '确认修改',
  price: '价格',
  quantity: '数量',
  filled: '已成交',
  trigger: '触发价',
  /** Money that the order freezes. */
  frozen: '冻结',
  done: '委托已修改',
  ended: '该委托已结束，无法修改',
  unchanged: '请先修改价格或数量',
  aboveFilled: (filled: string): string => `须大于已成交的 ${filled}`,
  belowLeg: (leg: string): string => `须低于 ${leg}，那里有该委托附带的止盈或止损`,
  aboveLeg: (leg: string): string => `须高于 ${leg}，那里有该委托附带的止盈或止损`,
  legsStay: '止盈和止损的价格不变，已成交部分仍受保护。',
  requeues: '修改后委托会重新排队。',
  keepsPlace: '只减少数量，排队位置不变。',
  takes: (best: string): string => `该价格已触及对手盘 ${best}，修改后会立即成交。`,
  crosses: (best: string): string => `该价格已触及对手盘 ${best}，只做 Maker 的委托不能改到这里。`,
  triggerStays: (trigger: string): string => `触发价 ${trigger} 不变。`,
  /** The label of a line that is being dragged, with its distance from the last price. */
  moved: (side: string, quantity: string, price: string, distance: string): string =>
    `${side} ${quantity} → ${price} · ${distance}`,
};

export const amendTexts = defineTexts<typeof zh>({
  zh,
  en: {
    amend: 'Amend',
    title: 'Amend order',
    question: 'Amend this order?',
    keep: 'Leave it',
    confirm: 'Amend order',
    price: 'Price',
    quantity: 'Quantity',
    filled: 'Filled',
    trigger: 'Trigger price',
    frozen: 'On hold',
    done: 'Order amended',
    ended: 'This order has ended and can’t be amended',
    unchanged: 'Change the price or the quantity first',
    aboveFilled: (filled) => `Must be more than the ${filled} already filled`,
    belowLeg: (leg) => `Must be below ${leg}, where a leg of the order is`,
    aboveLeg: (leg) => `Must be above ${leg}, where a leg of the order is`,
    legsStay: 'Take-profit and stop-loss keep their prices, and protect what is filled already.',
    requeues: 'The order goes to the end of the queue at its price.',
    keepsPlace: 'With only a smaller quantity, the order keeps its place in the queue.',
    takes: (best) => `The price reaches the other side at ${best}: the order trades immediately.`,
    crosses: (best) => `The price reaches the other side at ${best}, where a post-only order can’t go.`,
    triggerStays: (trigger) => `The trigger price ${trigger} stays.`,
    moved: (side, quantity, price, distance) => `${side} ${quantity} → ${price} · ${distance}`,
  },
});
