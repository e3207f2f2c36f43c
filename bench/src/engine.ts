import { atLeast, type Figure, printFigures, told } from './engine/figures.ts';
import { BestRound } from './engine/best-round.ts';
import { runOurs } from './engine/ours.ts';
import { runPeer } from './engine/peer.ts';
import { makeStream } from './engine/stream.ts';

const seeds = [1, 2];
const length = 400_000;
const rounds = 8;

/**
 * The engine beside `nodejs-order-book`: the same seeded streams in the same process, in turns. Ours keeps balances, holds, fees and ids and
 * tells every event; the peer keeps a book. Both must end with the same book. The best whole round of each counts, its collecting of garbage included: that is a cost of how a
 * program is made, which the best of each part would take away from the peer, who makes objects, and not from us.
 */
export function streamFigures(): Figure[] {
  return seeds.flatMap((seed) => {
    const { ours, peer, events } = compare(seed);
    return [
      atLeast(`stream ${seed}: balances, fees, ids, events`, perSecond(ours), 5_000_000, ' commands/s'),
      told(`stream ${seed}: events a command`, events / length),
      told(`stream ${seed}: nodejs-order-book, a book alone`, perSecond(peer), ' commands/s'),
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
    if (books[0] !== books[1]) throw new Error('the two books differ at the end: the comparison says nothing');
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
