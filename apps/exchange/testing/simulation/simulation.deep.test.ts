import { MemoryStorage, type Entry } from '@fft/journal';
import { expect, test } from 'vitest';
import { consequences, faults, type Mishap } from './faults.ts';
import { marketSteps } from './market-steps.ts';
import { LifeBroke, simulateMany } from './many-lives.ts';
import { simulate } from './simulate.ts';

const length = 500;
const seeds = 750;
/** They meet what the others don't: a settlement is repeated, a stop refused, and all orders cancelled in vain while the gateway refuses work. */
const rareSeeds = [1022, 1104, 1764, 2286, 2445];

test('under all faults in any order, nothing is lost or done twice, and all replicas agree', async () => {
  const all = await simulateMany(1, seeds, length);
  for (const seed of rareSeeds) all.coverage.merge((await simulate(seed, length)).coverage);
  const everything = [...Object.keys(faults), ...consequences] as Mishap[];
  expect(everything.filter((mishap) => (all.mishaps.get(mishap) ?? 0) < seeds / 10)).toEqual([]);
  expect(all.coverage.emptyCells).toEqual([]);
  expect(all.coverage.strangeCells).toEqual([]);
  const quietTicks = marketSteps.filter(({ tick }) => (all.fillsByTick.get(tick) ?? 0) < seeds);
  expect(quietTicks).toEqual([]);
}, 600_000);

test('the same seed repeats the same simulation', async () => {
  const [one, other] = [await simulate(7, length), await simulate(7, length)];
  expect(other.entries).toBe(one.entries);
  expect([...other.mishaps]).toEqual([...one.mishaps]);
  expect(other.coverage.table()).toEqual(one.coverage.table());
});

/** Simulates with a faulty storage, up to the first seed that notices. */
async function noticed(make: () => MemoryStorage): Promise<string> {
  for (let seed = 1; seed <= 40; seed += 1) {
    try {
      await simulate(seed, length, { storage: make() });
    } catch (error) {
      return new LifeBroke(seed, length, error).message;
    }
  }
  return 'no fault was noticed';
}

test('a journal that lets a batch land after denying it is detected', async () => {
  class Unfenced extends MemoryStorage {
    override findOrGiveUp(batchId: string): Entry | null {
      return this.read(0, Infinity).find((entry) => entry.batchId === batchId) ?? null;
    }
  }
  expect(await noticed(() => new Unfenced())).toMatch(
    /certainly refused, and took effect|sent \d+ times[^]*--seed \d+/,
  );
});

test('a journal that loses confirmed batches is detected', async () => {
  class Forgetful extends MemoryStorage {
    #reads = 0;
    override read(after: number, limit: number): Entry[] {
      this.#reads += 1;
      const entries = super.read(after, limit);
      return this.#reads > 300 && after > 40 ? [] : entries;
    }
  }
  expect(await noticed(() => new Forgetful())).toMatch(/did not happen in time[^]*--seed \d+/);
});
