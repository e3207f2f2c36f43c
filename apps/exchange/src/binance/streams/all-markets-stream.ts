import { isDue, type MarketStream } from './market-stream.ts';
import type { StreamSources } from './stream-parts.ts';
import type { NamedMarket } from '../symbols.ts';
import type { MakeTicker } from './ticker-streams.ts';
import type { Topic } from './topic.ts';

const everyMs = 1_000;

export interface AllMarketsParts extends StreamSources {
  readonly topic: Topic;
  readonly markets: () => readonly NamedMarket[];
}

/** `!…@arr`: the tickers of all markets that traded since the last second; all of them once a reader has joined, and once a minute, when windows move. */
export function allMarketsStream(
  parts: AllMarketsParts,
  make: MakeTicker,
): MarketStream & { touch(market: number): void } {
  let touched = new Set<number>();
  let isWhole = true;
  let minute = minuteOf(parts.now());
  return {
    touch: (market) => void touched.add(market),
    joined: () => {
      isWhole = true;
    },
    beat: (beat) => {
      if (!isDue(beat, everyMs)) return;
      const running = minuteOf(parts.now());
      if (running !== minute) isWhole = true;
      minute = running;
      if (!isWhole && touched.size === 0) return;
      const changed = touched;
      touched = new Set();
      const tickers = parts
        .markets()
        .filter(({ view }) => isWhole || changed.has(view.id))
        .map((market) => make(parts, market))
        .filter((ticker) => ticker !== null);
      isWhole = false;
      if (tickers.length > 0) parts.topic.publish((at) => tickers.map((ticker) => ticker(at)));
    },
  };
}

function minuteOf(time: number): number {
  return Math.floor(time / 60_000);
}
