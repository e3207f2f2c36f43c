import type { Due } from './choose.ts';

/** One line of `npm run test:deep -- --list`. */
export function describeDue({ item, last, distance, isWaiting, expectedSeconds }: Due): string {
  const passed = last === null ? 'never ran' : `${last.result} at ${last.commit.slice(0, 8)}, ${last.ended}`;
  const why = distance !== null ? 'due' : isWaiting ? 'waits' : 'untouched';
  const line = `${item.name.padEnd(28)} ${why.padEnd(10)} about ${String(expectedSeconds).padStart(4)} s   ${passed}`;
  if (item.seeded === null) return line;
  return `${line}, next seed ${last?.nextSeed ?? 1}, ${describeCanary(last?.canaryAfterSeeds)}`;
}

function describeCanary(afterSeeds: number | null | undefined): string {
  if (afterSeeds === undefined) return 'no canary yet';
  if (afterSeeds === null) return 'its canary was NOT found';
  return `its canary was found after ${afterSeeds} ${afterSeeds === 1 ? 'seed' : 'seeds'}`;
}
