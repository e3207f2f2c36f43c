import { textsNow } from '../../../i18n/index.ts';
import { legTexts } from './order-legs-texts.ts';
import type { tradeTexts } from '../../../i18n/trade.ts';
import { formatAmount } from '../../../lib/format/index.ts';
import type { OrderProblem } from './check-order.ts';

type FaultTexts = (typeof tradeTexts)['zh']['faults'];

/** Error text below the box with the problem. */
export function faultText({ fault, bound, upTo }: OrderProblem, texts: FaultTexts): string {
  switch (fault) {
    case 'outsideBand':
      return texts.outsideBand(formatAmount(bound), formatAmount(upTo));
    case 'noLeg':
    case 'profitAbove':
    case 'profitBelow':
    case 'lossAbove':
    case 'lossBelow':
      return textsNow(legTexts).faults[fault];
    default: {
      const text = texts[fault];
      return typeof text === 'string' ? text : text(bound === undefined ? '' : formatAmount(bound));
    }
  }
}
