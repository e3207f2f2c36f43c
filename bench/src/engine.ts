import { runOurs } from './engine/ours.ts';
import { runPeer } from './engine/peer.ts';
import { makeStream } from './engine/stream.ts';

const seed = 1;
const length = 400_000;
const rounds = 5;

export interface EngineResult {
  /** Commands a second, the median of the rounds. */
  readonly ours: number;
  readonly peer: number;
  readonly ratio: number;
}

/**
 * The engine beside `nodejs-order-book`: the same seeded stream in the same process, in turns. Ours keeps balances, holds, fees and ids and
 * tells every event; the peer keeps a book. Both must end with the same book.
 */
export function benchEngine(): EngineResult {
  const steps = makeStream(seed, length);
  const ours: number[] = [];
  const peer: number[] = [];
  let shape = '';
  for (let round = 0; round <= rounds; round += 1) {
    const theirs = runPeer(steps);
    const mine = runOurs(steps);
    const books = [mine, theirs].map(({ bids, asks }) => JSON.stringify({ bids, asks }));
    if (books[0] !== books[1]) throw new Error('the two books differ at the end: the comparison says nothing');
    shape = `${mine.bids.length + mine.asks.length} levels at the end, ${(mine.events / length).toFixed(1)} events a command`;
    // The first round only warms up.
    if (round === 0) continue;
    ours.push(length / mine.seconds);
    peer.push(length / theirs.seconds);
  }
  const result = { ours: median(ours), peer: median(peer), ratio: median(ours) / median(peer) };
  console.log(`engine: ${length.toLocaleString('en')} commands, ${rounds} rounds in turns, median; ${shape}`);
  console.log(`  FFT engine, balances, fees, ids, events   ${perSecond(result.ours)} commands/s`);
  console.log(`  nodejs-order-book, a book alone            ${perSecond(result.peer)} commands/s`);
  console.log(`  ratio                                      ${result.ratio.toFixed(2)}`);
  return result;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function perSecond(value: number): string {
  return Math.round(value).toLocaleString('en').padStart(10);
}

if (import.meta.main) benchEngine();
