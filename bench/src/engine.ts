import { atLeast, type Figure, printFigures, told } from './engine/figures.ts';
import { LeastTime } from './engine/least-time.ts';
import { runOurs } from './engine/ours.ts';
import { runPeer } from './engine/peer.ts';
import { makeStream } from './engine/stream.ts';

const seeds = [1, 2];
const length = 400_000;
const rounds = 5;

/**
 * The engine beside `nodejs-order-book`: the same seeded streams in the same process, in turns. Ours keeps balances, holds, fees and ids and
 * tells every event; the peer keeps a book. Both must end with the same book.
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
  const ours = new LeastTime();
  const peer = new LeastTime();
  let events = 0;
  for (let round = 0; round < rounds; round += 1) {
    const theirs = runPeer(steps, peer);
    const mine = runOurs(steps, ours);
    const books = [mine, theirs].map(({ bids, asks }) => JSON.stringify({ bids, asks }));
    if (books[0] !== books[1]) throw new Error('the two books differ at the end: the comparison says nothing');
    events = mine.events;
  }
  return { ours, peer, events };
}

function perSecond(time: LeastTime): number {
  return (length / time.ms) * 1000;
}

if (import.meta.main) printFigures('engine, streams', streamFigures());
