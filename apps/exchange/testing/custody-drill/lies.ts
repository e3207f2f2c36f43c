import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../faults/random.ts';
import { type DrillChain, type Liar, type LieKind, lieKinds } from './network.ts';

export interface LyingOptions {
  readonly liars: ReadonlyMap<DrillChain, Liar>;
  /** Longest pause between two lies, and how long each lasts. */
  readonly calmMsMost: number;
  readonly lieMs: number;
  readonly random: Random;
}

/** Lies that were told, by chain and kind. */
export type LiesTold = ReadonlyMap<string, number>;

/** One node after the other lies in every way, in random order and again from the beginning, until it is stopped. */
export async function lieAtRandom(
  { liars, calmMsMost, lieMs, random }: LyingOptions,
  over: AbortSignal,
): Promise<LiesTold> {
  const told = new Map<string, number>();
  const all = [...liars].flatMap(([chain, liar]) => lieKinds.map((kind) => ({ chain, liar, kind })));
  while (!over.aborted) {
    for (const { chain, liar, kind } of random.shuffled(all)) {
      if (over.aborted) break;
      if (await tell(liar, kind, lieMs)) told.set(`${chain} ${kind}`, (told.get(`${chain} ${kind}`) ?? 0) + 1);
      await delay(random.fraction() * calmMsMost, undefined, { signal: over }).catch(() => undefined);
    }
  }
  return told;
}

/** False if the node is down. */
async function tell(liar: Liar, kind: LieKind, lieMs: number): Promise<boolean> {
  const hasBegun = await liar.begin(kind).then(
    () => true,
    () => false,
  );
  if (hasBegun) await delay(lieMs);
  liar.end();
  return hasBegun;
}
