import type { calls } from '@fft/contract';
import type { Handler } from '../transport/http/route.ts';
import type { TradeArea } from './area.ts';

/** Every market by its tab, tabs in the order in which their first markets were listed. */
export function coinMenu({ directory, feed }: TradeArea): Handler<typeof calls.trade.marketGroups> {
  return () => {
    const groups = Map.groupBy(directory.markets(), (view) => directory.group(view));
    return [...groups].map(([group, views]) => ({ group, items: views.map((view) => feed.ticker(view)) }));
  };
}
