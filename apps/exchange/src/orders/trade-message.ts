import type { Lang, Order } from '@fft/contract';
import type { AccountMessage } from '../content/index.ts';

export type TradedOrder = Order;

type Both = Readonly<Record<Lang, string>>;

/** Lines of a message about many orders. */
const maxLines = 10;
const path = '/pages/trade/history';

/** One message about everything that was filled, or triggered, within a few seconds. */
export function tradeMessage(kind: 'fills' | 'stops', orders: readonly TradedOrder[]): AccountMessage {
  const lines = orders.slice(0, maxLines).map(kind === 'fills' ? filledLine : triggeredLine);
  const rest = orders.length - lines.length;
  const more: Both[] = rest === 0 ? [] : [{ zh: `另有 ${rest} 笔委托。`, en: `And ${rest} more.` }];
  const paragraphs = [...lines, ...more];
  return {
    kind,
    path,
    isGathered: true,
    title: titleOf(kind, orders),
    paragraphs: { zh: paragraphs.map(({ zh }) => zh), en: paragraphs.map(({ en }) => en) },
  };
}

function titleOf(kind: 'fills' | 'stops', orders: readonly TradedOrder[]): Both {
  const count = orders.length;
  const [order] = orders;
  if (order === undefined || count > 1) {
    return kind === 'fills'
      ? { zh: `${count} 笔委托有新成交`, en: `${count} orders were filled` }
      : { zh: `${count} 笔止损委托已触发`, en: `${count} stop orders were triggered` };
  }
  const { symbol, state } = order;
  if (kind === 'stops') return { zh: `止损委托已触发：${symbol}`, en: `Stop order triggered: ${symbol}` };
  return state === 'processing'
    ? { zh: `委托部分成交：${symbol}`, en: `Order partly filled: ${symbol}` }
    : { zh: `委托已成交：${symbol}`, en: `Order filled: ${symbol}` };
}

interface Sides {
  readonly base: string;
  readonly quote: string;
}

function sidesOf({ symbol }: TradedOrder): Sides {
  const [base = '', quote = ''] = symbol.split('/');
  return { base, quote };
}

/** Without zeros at the end, which only columns of figures need. */
function trim(decimal: string | null): string {
  if (decimal === null) return '--';
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

function filledLine(order: TradedOrder): Both {
  const { base, quote } = sidesOf(order);
  const isBuy = order.side === 'buy';
  const isPart = order.state === 'processing' && order.quantity !== null;
  const amount = isPart ? `${trim(order.filled)} / ${trim(order.quantity)} ${base}` : `${trim(order.filled)} ${base}`;
  const average = trim(order.average);
  return {
    zh: `${isBuy ? '买入' : '卖出'} ${amount}，成交均价 ${average} ${quote}`,
    en: `${isBuy ? 'Bought' : 'Sold'} ${amount} at an average price of ${average} ${quote}`,
  };
}

function triggeredLine(order: TradedOrder): Both {
  if (order.average !== null) return filledLine(order);
  const { base, quote } = sidesOf(order);
  const isBuy = order.side === 'buy';
  const [sideZh, sideEn] = isBuy ? ['买入', 'Buy'] : ['卖出', 'Sell'];
  const size = order.quantity === null ? `${trim(order.amount)} ${quote}` : `${trim(order.quantity)} ${base}`;
  const trigger = `${trim(order.stopPrice ?? null)} ${quote}`;
  if (order.state === 'cancelled') {
    return {
      zh: `${sideZh} ${size}，触发价 ${trigger}：未能成交，已撤单`,
      en: `${sideEn} ${size}, triggered at ${trigger}: it could not be filled and was cancelled`,
    };
  }
  const price = `${trim(order.price)} ${quote}`;
  return {
    zh: `${sideZh} ${size}，触发价 ${trigger}：已按 ${price} 挂单`,
    en: `${sideEn} ${size}, triggered at ${trigger}: it is now open at ${price}`,
  };
}
