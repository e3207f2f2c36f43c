import type { tradeTexts } from '../../../i18n/trade.ts';
import { formatAmount } from '../../../lib/format/index.ts';
import type { OrderProblem } from './check-order.ts';

type FaultTexts = (typeof tradeTexts)['zh']['faults'];

/** Error text below the box with the problem. */
export function faultText({ fault, bound, upTo }: OrderProblem, texts: FaultTexts): string {
  if (fault === 'outsideBand') return texts.outsideBand(formatAmount(bound), formatAmount(upTo));
  const text = texts[fault];
  return typeof text === 'string' ? text : text(bound === undefined ? '' : formatAmount(bound));
}
