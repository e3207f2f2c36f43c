import type { Result } from './run-attacks.ts';

/** Limits of an honest customer's waits, in milliseconds, during an attack from one address. */
const goal = { orderP99: 100, logIn: 1_000 };

export function meetsGoal({ orders, logIns }: Result): boolean {
  return orders.p99 <= goal.orderP99 && logIns.p99 <= goal.logIn;
}

const ms = (value: number): string => `${Math.round(value)} ms`;

/** Formats one attack: two lines, and one more for each broken thing. */
export function linesOf(result: Result): readonly string[] {
  const { name, tried, refused, orders, logIns, memoryMb, broke } = result;
  const figures = [
    `orders ${orders.count}, p50 ${ms(orders.p50)}, p99 ${ms(orders.p99)}`,
    `log-ins ${logIns.count}, p99 ${ms(logIns.p99)}`,
    `memory ${memoryMb} MB`,
    `goal ${meetsGoal(result) ? 'met' : 'MISSED'}`,
  ];
  return [
    `${broke.length === 0 ? '✓' : '✗'} ${name.padEnd(42)} ${figures.join(' · ')}`,
    ...(tried === '' ? [] : [`    tried ${tried}; refused ${refused}`]),
    ...broke.map((what) => `    BROKE ${what}`),
  ];
}

export function summaryOf(results: readonly Result[], wrongs: readonly string[]): readonly string[] {
  const met = results.filter(meetsGoal).length;
  const broken = results.filter(({ broke }) => broke.length > 0).map(({ name }) => name);
  return [
    '',
    `Honest orders' p99 of ${goal.orderP99} ms and log-in of ${goal.logIn} ms: met under ${met} of ${results.length}.`,
    ...wrongs.map((wrong) => `BROKE ${wrong}`),
    broken.length + wrongs.length === 0
      ? 'Nothing broke.'
      : `Broke under: ${[...broken, ...(wrongs.length > 0 ? ['all'] : [])].join(', ')}`,
  ];
}
