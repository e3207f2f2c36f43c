import { atLeast, type Figure, printFigures, measured } from './engine/figures.ts';
import { runOurs } from './engine/ours.ts';
import { runPeer } from './engine/peer.ts';
import { makeStream } from './engine/stream.ts';

/** Times work in rounds and keeps the best whole round, so that occasional costs such as garbage collection are included. */
class BestRound {
  private best = Infinity;
  private current = 0;

  /** Starts a round. */
  begin(): void {
    this.current = 0;
  }

  measure(_part: number, work: () => void): void {
    const begin = performance.now();
    work();
    this.current += performance.now() - begin;
  }

  /** Ends the round. */
  end(): void {
    this.best = Math.min(this.best, this.current);
  }

  get ms(): number {
    return this.best;
  }
}

const seeds = [1, 2];
const length = 400_000;
const rounds = 8;

/**
 * The engine next to `nodejs-order-book`: the same seeded streams in the same process, interleaved. The engine keeps balances, holds, fees and
 * ids and reports every event; the peer keeps a book. Both must end with the same book. We report the best whole round of each, including its
 * garbage collections: the best of each part would hide that cost of the peer, which allocates objects, but not of ours.
 */
export function streamFigures(): Figure[] {
  return seeds.flatMap((seed) => {
    const { ours, peer, events } = compare(seed);
    return [
      atLeast(`stream ${seed}: balances, fees, ids, events`, perSecond(ours), 5_000_000, ' commands/s'),
      measured(`stream ${seed}: events per command`, events / length),
      measured(`stream ${seed}: nodejs-order-book, book only`, perSecond(peer), ' commands/s'),
      atLeast(`stream ${seed}: ratio`, peer.ms / ours.ms, 6),
    ];
  });
}

function compare(seed: number) {
  const steps = makeStream(seed, length);
  const ours = new BestRound();
  const peer = new BestRound();
  let events = 0;
  for (let round = 0; round < rounds; round += 1) {
    const theirs = inRound(peer, () => runPeer(steps, peer));
    const mine = inRound(ours, () => runOurs(steps, ours));
    const books = [mine, theirs].map(({ bids, asks }) => JSON.stringify({ bids, asks }));
    if (books[0] !== books[1]) throw new Error('the final books differ: the comparison is invalid');
    events = mine.events;
  }
  return { ours, peer, events };
}

function inRound<T>(time: BestRound, run: () => T): T {
  time.begin();
  const result = run();
  time.end();
  return result;
}

function perSecond(time: BestRound): number {
  return (length / time.ms) * 1000;
}

if (import.meta.main) printFigures('engine, streams', streamFigures());
