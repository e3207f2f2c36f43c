import { Coverage } from './coverage.ts';
import type { Mishap } from './faults.ts';
import { simulate, type SimulateOptions } from './simulate.ts';

export interface ManyLives {
  readonly seeds: number;
  commands: number;
  entries: number;
  readonly mishaps: Map<Mishap, number>;
  readonly coverage: Coverage;
  /** Fills in crowded markets, by their ticks. */
  readonly fillsByTick: Map<string, number>;
}

/** A failed simulation, with the command that repeats it. */
export class LifeBroke extends Error {
  constructor(seed: number, length: number, cause: unknown) {
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`seed ${seed}: ${what}\nagain: npm run simulate -- --seed ${seed} --commands ${length}`, { cause });
  }
}

export interface ManyLivesOptions extends Pick<SimulateOptions, 'createEngine'> {
  /** Receives the number done. */
  readonly onLife?: (done: number) => void;
}

/** Simulates one seed after the other and adds up the counts. */
export async function simulateMany(
  from: number,
  seeds: number,
  length: number,
  { onLife = () => undefined, createEngine }: ManyLivesOptions = {},
): Promise<ManyLives> {
  const all: ManyLives = {
    seeds,
    commands: 0,
    entries: 0,
    mishaps: new Map(),
    coverage: new Coverage(),
    fillsByTick: new Map(),
  };
  for (let done = 0; done < seeds; done += 1) {
    const seed = from + done;
    const life = await simulate(seed, length, createEngine && { createEngine }).catch((error: unknown) => {
      throw new LifeBroke(seed, length, error);
    });
    all.commands += life.commands;
    all.entries += life.entries;
    for (const [mishap, count] of life.mishaps) all.mishaps.set(mishap, (all.mishaps.get(mishap) ?? 0) + count);
    all.coverage.merge(life.coverage);
    for (const [tick, fills] of life.fillsByTick) all.fillsByTick.set(tick, (all.fillsByTick.get(tick) ?? 0) + fills);
    onLife(done + 1);
  }
  return all;
}
