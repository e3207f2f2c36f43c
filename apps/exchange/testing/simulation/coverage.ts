import type { Outcome } from '../../src/ledger/replica/batch-events.ts';
import type { Untimed } from '../../src/ledger/gateway.ts';
import type { Mishap } from './faults.ts';

/** Faults that can affect a single command. */
const befalling = [
  'request lost',
  'answer lost',
  'request sent twice',
  'request late',
  'append refused',
  'commit answer lost',
  'commit late',
  'disk slow',
  'gateway killed',
  'refused for overload',
  'outcome unknown',
] as const satisfies readonly Mishap[];

/** Possible fates of each kind of command. A fate that isn't listed is impossible: an order that must fill immediately never rests, a stop never trades on arrival. */
const fates: Readonly<Record<string, readonly string[]>> = {
  'limit GTC': ['rests', 'filled', 'cancelled', 'refused', 'again'],
  'limit IOC': ['filled', 'cancelled', 'refused', 'again'],
  'limit FOK': ['filled', 'cancelled', 'refused', 'again'],
  'post-only': ['rests', 'refused', 'again'],
  'good till date': ['rests', 'ends', 'refused', 'again'],
  iceberg: ['rests', 'ends', 'refused', 'again'],
  'market by quantity': ['filled', 'cancelled', 'refused', 'again'],
  'market by amount': ['ends', 'refused', 'again'],
  'stop limit': ['rests', 'refused', 'again'],
  'stop market': ['rests', 'refused', 'again'],
  'trailing stop': ['rests', 'refused', 'again'],
  bracket: ['rests', 'ends', 'refused', 'again'],
  'other leg': ['rests', 'refused', 'again'],
  'pair of orders': ['rests', 'refused', 'again'],
  conversion: ['filled', 'refused', 'again'],
  amend: ['done', 'refused'],
  cancel: ['done', 'refused'],
  cancelAll: ['done', 'refused'],
  armDeadMan: ['done', 'refused'],
  deposit: ['done', 'refused', 'again'],
  transfer: ['done', 'refused', 'again'],
  holdWithdrawal: ['done', 'refused', 'again'],
  settleWithdrawal: ['done', 'refused', 'again'],
  releaseWithdrawal: ['done', 'refused', 'again'],
  setMarketState: ['done', 'refused'],
  setMarketLimits: ['done', 'refused'],
  setFees: ['done', 'refused'],
  tick: ['done'],
};

const columns = ['nothing', ...befalling];

/** Counts each fate of each kind of command under each fault. */
export class Coverage {
  readonly #cells = new Map<string, number>();

  add(command: Untimed, outcome: Outcome, mishaps: ReadonlySet<Mishap>): void {
    const kind = kindOf(command);
    const row = `${kind} ${fateOf(kind, outcome)}`;
    const met = befalling.filter((mishap) => mishaps.has(mishap));
    for (const column of met.length === 0 ? ['nothing'] : met) this.#count(`${row} | ${column}`);
  }

  merge(other: Coverage): void {
    for (const [cell, count] of other.#cells) this.#count(cell, count);
  }

  get emptyCells(): string[] {
    return rows().flatMap((row) =>
      columns.map((column) => `${row} | ${column}`).filter((cell) => !this.#cells.has(cell)),
    );
  }

  /** Cells that the table calls impossible, and that occurred. Input that is no command of any kind has no row, and is refused. */
  get strangeCells(): string[] {
    const known = new Set(rows().flatMap((row) => columns.map((column) => `${row} | ${column}`)));
    const kinds = Object.keys(fates);
    return [...this.#cells.keys()].filter((cell) => {
      return !known.has(cell) && kinds.some((kind) => cell.startsWith(`${kind} `));
    });
  }

  /** Formats the table, one line for each kind of command and fate. */
  table(): string[] {
    const widths = columns.map((column) => Math.max(column.length, 7));
    const head = [
      'command, and what became of it'.padEnd(34),
      ...columns.map((name, at) => name.padStart(widths[at] ?? 0)),
    ];
    const lines = rows().map((row) => {
      const counts = columns.map((column, at) =>
        String(this.#cells.get(`${row} | ${column}`) ?? 0).padStart(widths[at] ?? 0),
      );
      return [row.padEnd(34), ...counts].join('  ');
    });
    return [head.join('  '), ...lines];
  }

  #count(cell: string, count = 1): void {
    this.#cells.set(cell, (this.#cells.get(cell) ?? 0) + count);
  }
}

function rows(): string[] {
  return Object.entries(fates).flatMap(([kind, its]) => its.map((fate) => `${kind} ${fate}`));
}

function kindOf(command: Untimed): string {
  if (command.type === 'placePair') return 'pair of orders';
  if (command.type === 'convert') return 'conversion';
  if (command.type !== 'place') return command.type;
  if (command.otherLeg !== undefined) return 'other leg';
  if (command.trailTicks || command.trailBps) return 'trailing stop';
  if (command.takeProfitTicks || command.stopLossTicks) return 'bracket';
  if (command.stopTicks) return command.orderType === 'market' ? 'stop market' : 'stop limit';
  if (command.orderType === 'market') return command.amount > 0 ? 'market by amount' : 'market by quantity';
  if (command.visibleLots) return 'iceberg';
  if (command.expiresAt) return 'good till date';
  return command.postOnly ? 'post-only' : `limit ${command.timeInForce}`;
}

function fateOf(kind: string, outcome: Outcome): string {
  if (outcome.kind === 'rejected') return 'refused';
  if (outcome.kind === 'duplicate') return 'again';
  const state = outcome.order?.state ?? 'processing';
  const fate = state === 'processing' ? 'rests' : state;
  const named = fates[kind] ?? [];
  // Two rare immediate endings count as one.
  return [fate, 'ends', 'done'].find((name) => named.includes(name)) ?? fate;
}
