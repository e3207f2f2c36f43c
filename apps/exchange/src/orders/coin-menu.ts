import type { calls } from '@fft/contract';
import type { Handler } from '../transport/http/route.ts';
import type { OrdersContext } from './orders-context.ts';

/** Every market by tab; tabs are in the order in which their first markets were listed. */
export function coinMenu({ directory, feed }: OrdersContext): Handler<typeof calls.trade.marketGroups> {
  return () => {
    const groups = Map.groupBy(directory.markets(), (view) => directory.group(view));
    return [...groups].map(([group, views]) => ({ group, items: views.map((view) => feed.ticker(view)) }));
  };
}
