import { setTimeout as delay } from 'node:timers/promises';
import { bookDiffers, followBook, type BookReader } from './book-reader.ts';
import { describeStage } from './describe-stage.ts';
import { createRandom, type Random } from '../faults/random.ts';
import type { DrillFault } from './faults.ts';
import { compareOrders, differencesOfBooks, differencesOfGateways, inWords } from './judge.ts';
import { killAtRandom, killsAtPoints } from './kills.ts';
import { setStage, type Stage } from './stage.ts';
import { sendTraffic, untilAnswered, type Traffic } from './traffic.ts';

/** Results of some kills at a point. */
export interface Tally {
  readonly point: string;
  readonly seed: number;
  readonly kills: number;
  readonly answered: number;
  /** Number of retries of orders whose answer was lost or unknown. */
  readonly askedAgain: number;
  readonly lost: number;
  readonly doubled: number;
  /** Present although refused. */
  readonly unasked: number;
  /** 1 if the reader of the stream had another book than the call returned. */
  readonly gaps: number;
  /** Every broken promise, including those above in words. */
  readonly found: readonly string[];
}

export interface LongDrillOptions {
  /** Number of kills at each point. */
  readonly atEachPoint: number;
  readonly atRandom: number;
  readonly seed: number;
  /** Returns how often a point was played before. */
  readonly played: (point: string) => number;
  /** Receives the results of every few kills. */
  readonly note: (tally: Tally) => void;
  /** Receives the state of each server if the drill can't go on. */
  readonly say: (line: string) => void;
  /** While it returns true nothing is killed and no one trades. */
  readonly isHeld?: () => boolean;
}

const killsPerTally = 25;
const talliesPerStage = 20;
const talliesPerLookAtBooks = 8;
const calmOrdersMost = 20;
/** Pause between a customer's orders: few suffice, since server starts take most of the time. */
const paceMs = 30;
const heldMs = 200;

interface Planned {
  readonly fault: DrillFault;
  readonly left: number;
}

interface Playing extends Pick<LongDrillOptions, 'seed' | 'isHeld'> {
  readonly stage: Stage;
  readonly traffic: Traffic;
  readonly book: BookReader;
  readonly random: Random;
}

/** Kills on one stage, always at the least played point. Resolves to true if kills remain. */
export async function drillLong(options: LongDrillOptions): Promise<boolean> {
  const { seed, note, say } = options;
  if (leastPlayed(options) === null) return false;
  const stage = await setStage({});
  try {
    const traffic = sendTraffic(stage.gateways, stage.tokens, { run: `seed${seed}`, paceMs });
    const book = followBook(stage);
    const playing = { ...options, stage, traffic, book, random: createRandom(seed, 0) };
    let after = 0;
    for (let count = 1; count <= talliesPerStage; count += 1) {
      const planned = leastPlayed(options);
      if (!planned) break;
      const isLookedAt = count % talliesPerLookAtBooks === 0 || count === talliesPerStage;
      const { tally, last } = await playSome(planned, playing, { after, isLookedAt }).catch(async (error: unknown) => {
        for (const line of await describeStage(stage)) say(line);
        throw error;
      });
      after = last;
      note(tally);
    }
    await traffic.stop();
    book.close();
  } finally {
    await stage.close();
  }
  return leastPlayed(options) !== null;
}

function leastPlayed({ atEachPoint, atRandom, played }: LongDrillOptions): Planned | null {
  const plan = [
    ...killsAtPoints.map((fault) => ({ fault, wanted: atEachPoint })),
    { fault: killAtRandom, wanted: atRandom },
  ];
  const open = plan
    .map(({ fault, wanted }) => ({ fault, left: wanted - played(fault.name), part: played(fault.name) / wanted }))
    .filter(({ left }) => left > 0);
  return open.toSorted((a, b) => a.part - b.part)[0] ?? null;
}

async function playSome(
  { fault, left }: Planned,
  playing: Playing,
  { after, isLookedAt }: { readonly after: number; readonly isLookedAt: boolean },
): Promise<{ tally: Tally; last: number }> {
  const { stage, traffic, book, seed } = playing;
  const [answeredBefore, unknownBefore] = [traffic.count, traffic.unknown];
  const kills = Math.min(killsPerTally, left);
  for (let kill = 0; kill < kills; kill += 1) await killOnce(fault, playing);
  await traffic.pause();
  const { last, ...orders } = await compareOrders(stage, traffic, after);
  const isWhole = await book.isWhole();
  const found = [
    ...traffic.broken,
    ...inWords(orders),
    ...(isWhole ? [] : [bookDiffers]),
    ...(await differencesOfGateways(stage)),
    ...(isLookedAt ? [...(await differencesOfBooks(stage)), ...(await differenceOfCount(stage, traffic))] : []),
  ];
  const answered = traffic.count - answeredBefore;
  traffic.forget();
  traffic.resume();
  const { lost, doubled, unasked } = orders;
  const counts = { lost: lost.length, doubled: doubled.length, unasked: unasked.length, gaps: isWhole ? 0 : 1 };
  const askedAgain = traffic.unknown - unknownBefore;
  return { tally: { point: fault.name, seed, kills, answered, askedAgain, ...counts, found }, last };
}

async function killOnce(fault: DrillFault, { stage, traffic, random, isHeld }: Playing): Promise<void> {
  if (isHeld?.()) {
    await traffic.pause();
    while (isHeld()) await delay(heldMs);
    traffic.resume();
  }
  await untilAnswered(traffic, traffic.count + stage.tokens.length + random.below(calmOrdersMost));
  const answers = (): Promise<void> => untilAnswered(traffic, traffic.count + stage.tokens.length);
  await fault.does(stage, { random, answers });
}

/** A refused order could land after it was looked up. */
async function differenceOfCount({ database }: Stage, { count }: Traffic): Promise<string[]> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*) from orders');
  return rows[0]?.count === count ? [] : [`${count} orders were answered, and ${rows[0]?.count} are there`];
}
