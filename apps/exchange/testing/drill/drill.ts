import { bookDiffers, followBook } from './book-reader.ts';
import { describeStage } from './describe-stage.ts';
import { losingDoors } from '../faults/losing-doors.ts';
import { type PlayedFault, playFault } from '../faults/play-fault.ts';
import { createRandom } from '../faults/random.ts';
import type { SmallDisk } from '../faults/small-disk.ts';
import { faults } from './faults.ts';
import { judge } from './judge.ts';
import { killsAtPoints } from './kills.ts';
import { setStage } from './stage.ts';
import { sendTraffic } from './traffic.ts';

export interface DrillOptions {
  /** Number of times each fault is played. */
  readonly rounds: number;
  /** Seed of the random moments of a run. */
  readonly seed: number;
  /** For the data; without it no disk is filled. */
  readonly disk?: SmallDisk;
  /** Lets confirmed orders get lost, which must be found, and plays two faults only. */
  readonly canary?: boolean;
  readonly say: (line: string) => void;
}

export interface DrillReport {
  readonly faults: number;
  readonly answered: number;
  readonly refused: number;
  readonly unknown: number;
  /** Every broken promise. */
  readonly found: readonly string[];
}

/** Minimum number of orders between two faults. */
const calmOrders = 50;

/** Damages a running exchange while customers trade, then checks that exactly the answered orders exist, once each. */
export async function drill({ rounds, seed, disk, canary = false, say }: DrillOptions): Promise<DrillReport> {
  const random = createRandom(seed, 0);
  const stage = await setStage({ disk });
  try {
    const doors = canary ? losingDoors(stage.gateways) : stage.gateways;
    const traffic = sendTraffic(doors, stage.tokens, { run: `seed${seed}` });
    const book = followBook(stage);
    const possible = [...faults, ...killsAtPoints].filter(({ needs }) => needs === undefined || disk !== undefined);
    const played = canary ? random.shuffled(possible).slice(0, 2) : possible;
    const playing = { stage, traffic, random, calmOrders, backOrders: stage.tokens.length * 2 };
    for (let round = 1; round <= rounds; round += 1) {
      for (const fault of played) {
        const outcome = await playFault(fault, playing).catch(async (error: unknown) => {
          say(`${round}/${rounds} ${fault.name}: ${String(error)}`);
          for (const each of await describeStage(stage)) say(each);
          throw error;
        });
        say(`${round}/${rounds} ${fault.name}: ${inWords(outcome)}`);
      }
    }
    await traffic.stop();
    const found = await judge(stage, traffic);
    if (!(await book.isWhole())) found.push(bookDiffers);
    book.close();
    const { count: answered, refused, unknown } = traffic;
    return { faults: rounds * played.length, answered, refused, unknown, found };
  } finally {
    await stage.close();
  }
}

function inWords({ answered, refused, askedAgain, backMs }: PlayedFault): string {
  return `everybody trades again ${backMs} ms later; ${answered} answered, ${refused} refused, ${askedAgain} retried`;
}
