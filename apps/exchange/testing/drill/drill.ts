import { bookDiffers, followBook } from './book-reader.ts';
import { describeStage } from './describe-stage.ts';
import { faults, type Fault, type Ground } from './faults.ts';
import { judge } from './judge.ts';
import { killsAtPoints } from './kills.ts';
import { randomOf } from './random.ts';
import { setStage, type Stage } from './stage.ts';
import { sendTraffic, untilAnswered, type Traffic } from './traffic.ts';

export interface DrillOptions {
  /** Number of times each fault is played. */
  readonly rounds: number;
  /** Seed of the random moments of a run. */
  readonly seed: number;
  /** A folder on a small separate disk; without it no disk is filled. */
  readonly smallDisk?: string;
  /** True if the journal is in a cluster of NATS, whose servers are also killed. */
  readonly nats?: boolean;
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
export async function drill({ rounds, seed, smallDisk, nats = false, say }: DrillOptions): Promise<DrillReport> {
  const random = randomOf(seed);
  const stage = await setStage({ dataDir: smallDisk, nats });
  try {
    const traffic = sendTraffic(stage.gateways, stage.tokens, { run: `seed${seed}` });
    const book = followBook(stage);
    const ground: Readonly<Record<Ground, boolean>> = {
      smallDisk: smallDisk !== undefined,
      postgresJournal: !nats,
      nats,
    };
    const played = [...faults, ...killsAtPoints].filter(({ needs }) => needs === undefined || ground[needs]);
    for (let round = 1; round <= rounds; round += 1) {
      for (const fault of played) {
        const line = await play(fault, { stage, traffic, random }).catch(async (error: unknown) => {
          say(`${round}/${rounds} ${fault.name}: ${String(error)}`);
          for (const each of await describeStage(stage)) say(each);
          throw error;
        });
        say(`${round}/${rounds} ${line}`);
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

interface Playing {
  readonly stage: Stage;
  readonly traffic: Traffic;
  readonly random: () => number;
}

/** Waits for a random moment of calm trading, plays a fault, and waits until orders are answered again. */
async function play(fault: Fault, { stage, traffic, random }: Playing): Promise<string> {
  const before = { answered: traffic.count, refused: traffic.refused, unknown: traffic.unknown };
  await untilAnswered(traffic, before.answered + calmOrders + Math.floor(random() * calmOrders));
  await fault.does(stage, random);
  const over = performance.now();
  await untilAnswered(traffic, traffic.count + stage.tokens.length * 2);
  const ms = Math.round(performance.now() - over);
  const counts = [
    `${traffic.count - before.answered} answered`,
    `${traffic.refused - before.refused} refused`,
    `${traffic.unknown - before.unknown} retried`,
  ];
  return `${fault.name}: everybody trades again ${ms} ms later; ${counts.join(', ')}`;
}
