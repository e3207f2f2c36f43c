import type { tradeTexts } from '../../../i18n/trade.ts';
import { formatAmount } from '../../../lib/format/index.ts';
import type { OrderProblem } from './check-order.ts';

type FaultTexts = (typeof tradeTexts)['zh']['faults'];

/** Error text below the box with the problem. */
export function faultText({ fault, bound }: OrderProblem, texts: FaultTexts): string {
  const text = texts[fault];
  return typeof text === 'string' ? text : text(bound === undefined ? '' : formatAmount(bound));
}
