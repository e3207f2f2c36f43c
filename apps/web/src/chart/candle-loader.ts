import type { DataLoader, KLineData } from 'klinecharts';
import { candleFeed, type CandleFeed } from '../live/candles.ts';
import { barsSince, toBar } from './bar.ts';
import { intervalOfPeriod } from './chart-views.ts';

/** More new bars than this at once (after a long absence) are loaded anew instead of being added one by one. */
const addedMost = 50;

type Deliver = (bars: KLineData[], more: { readonly forward: boolean; readonly backward: false }) => void;

/**
 * Feeds a chart from the live candles: the newest page, older ones while it is scrolled back, then every change of the newest.
 * `reset` makes the chart ask for everything anew. One loader serves one chart.
 */
export function createCandleLoader(reset: () => void): DataLoader & { readonly end: () => void } {
  let leave = (): void => undefined;
  // An answer that comes after the chart has turned to something else isn't for it anymore.
  let turn = 0;
  let newest = 0;

  const feedOf = (symbol: string, period: Parameters<typeof intervalOfPeriod>[0]): CandleFeed =>
    candleFeed(symbol, intervalOfPeriod(period));

  function begin(feed: CandleFeed, deliver: Deliver): void {
    leave();
    turn += 1;
    let told = false;
    leave = feed.store.subscribe(take);
    take();

    function take(): void {
      const { status, candles, hasOlder } = feed.store.get();
      if (told || status === 'loading') return;
      // Nothing to show until it is known that there is nothing.
      if (candles.length === 0 && status === 'failed') return;
      told = true;
      newest = candles.at(-1)?.[0] ?? 0;
      deliver(candles.map(toBar), { forward: hasOlder, backward: false });
    }
  }

  async function back(feed: CandleFeed, before: number, deliver: Deliver): Promise<void> {
    const mine = turn;
    const known = feed.store.newest().candles;
    if (known[0] !== undefined && known[0][0] >= before) await feed.loadOlder().catch(() => undefined);
    if (mine !== turn) return;
    const { candles, hasOlder } = feed.store.newest();
    deliver(candles.filter(([time]) => time < before).map(toBar), { forward: hasOlder, backward: false });
  }

  return {
    getBars({ type, symbol, period, timestamp, callback }) {
      const feed = feedOf(symbol.ticker, period);
      if (type === 'init') begin(feed, callback);
      else if (type === 'forward' && timestamp !== null) void back(feed, timestamp, callback);
      else callback([], { forward: false, backward: false });
    },
    subscribeBar({ symbol, period, callback }) {
      const feed = feedOf(symbol.ticker, period);
      const before = leave;
      // The new listener comes before the old one goes: a feed without any would stop and begin anew.
      leave = feed.store.subscribe(() => {
        const { candles } = feed.store.get();
        if (candles.length === 0) return;
        const bars = barsSince(candles, newest);
        if (bars === null || bars.length > addedMost) {
          reset();
          return;
        }
        newest = bars.at(-1)?.timestamp ?? newest;
        for (const bar of bars) callback({ ...bar });
      });
      before();
    },
    unsubscribeBar() {
      leave();
    },
    end() {
      leave();
      turn += 1;
    },
  };
}
