import type { Played } from './drill.ts';

const titles = ['rounds', 'p50', 'p99', 'longest', 'no book', 'no own', 'answered', 'asked again', 'broken'];

/** A line for each fault, and one for all. */
export function tableOf(played: readonly Played[]): string[] {
  const groups = [...Map.groupBy(played, ({ fault }) => fault), ['all', played] as const];
  const rows = [['fault', ...titles], ...groups.map(([fault, rounds]) => [fault, ...cellsOf(rounds)])];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', ...cells]) => name.padEnd(width) + cells.map((cell) => cell.padStart(13)).join(''));
}

function cellsOf(rounds: readonly Played[]): string[] {
  const outages = rounds.map(({ outageMs }) => outageMs).toSorted((a, b) => a - b);
  const sum = (of: (played: Played) => number): number => rounds.reduce((total, each) => total + of(each), 0);
  const worst = (of: (played: Played) => number): string => inSeconds(Math.max(...rounds.map(of)));
  return [
    String(rounds.length),
    ...[0.5, 0.99, 1].map((part) => inSeconds(quantile(outages, part))),
    worst(({ bookGapMs }) => bookGapMs),
    worst(({ ownGapMs }) => ownGapMs),
    ...[sum(({ answered }) => answered), sum(({ askedAgain }) => askedAgain), sum(({ found }) => found.length)].map(
      (count) => count.toLocaleString('en'),
    ),
  ];
}

/** The smallest value that this part of the sorted values doesn't exceed. */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
