import type { Random } from '../faults/random.ts';

/** All faults, each with its rate: it occurs once in this many occasions. */
export const faults = {
  'request lost': 40,
  'answer lost': 40,
  'request sent twice': 30,
  'request late': 20,
  'append refused': 50,
  'commit answer lost': 40,
  'commit late': 50,
  'disk slow': 60,
  'lookup fails': 4,
  'read fails': 60,
  'read short': 8,
  'read out of order': 150,
  'read twice': 300,
  'read damaged': 400,
  'notice lost': 8,
  'notice twice': 12,
  'notice late': 8,
  'gateway killed': 400,
  'clock jumps': 300,
} as const;

export type Fault = keyof typeof faults;

/** Consequences of faults, counted with them. */
export const consequences = [
  'write lost with its gateway',
  'write kept of a dead gateway',
  'refused for overload',
  'outcome unknown',
  'late commit fenced off',
] as const;

export type Mishap = Fault | (typeof consequences)[number];

/** Decides by the seed which faults occur, until they are switched off. */
export class Faults {
  readonly random: Random;
  readonly counts = new Map<Mishap, number>();
  isOn = false;

  constructor(random: Random) {
    this.random = random;
  }

  /** True if this fault occurs now. */
  strikes(fault: Fault): boolean {
    if (!this.isOn || !this.random.oneIn(faults[fault])) return false;
    this.count(fault);
    return true;
  }

  count(mishap: Mishap): void {
    this.counts.set(mishap, (this.counts.get(mishap) ?? 0) + 1);
  }
}
