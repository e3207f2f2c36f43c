import type { DeepItem } from './item.ts';

/** What a demo runs: all of the exchange, and the demo. */
export const server = 'apps/demo/src/demo-exchange.ts';

export const script = (name: string, ...words: readonly string[]): readonly string[] => [
  'npm',
  'run',
  '--silent',
  name,
  '--',
  ...words,
];

/** The programs among the deep items. Journeys open what is `served`. */
export function programs(served: readonly string[]): readonly DeepItem[] {
  return [
    ...seededPrograms,
    {
      name: 'npm run attack',
      roots: ['apps/exchange/testing/attack-run/main.ts', server],
      command: () => script('attack'),
      seeded: null,
      usualSeconds: 700,
      maxMinutes: 60,
    },
    {
      name: 'npm run bugs',
      roots: ['scripts/bugs.ts', 'packages/engine/src/index.ts', 'packages/engine/src/differential.test.ts'],
      command: () => script('bugs'),
      seeded: null,
      usualSeconds: 1_300,
      maxMinutes: 60,
    },
    {
      name: 'npm run test:languages',
      roots: ['e2e/harness/pages/journey-languages.ts', ...served],
      command: () => script('test:languages'),
      seeded: null,
      usualSeconds: 1500,
      maxMinutes: 90,
    },
  ];
}

const countsOnce = 'apps/exchange/src/banks/entries/counts-once.property.test.ts';
/** Takes its seed from `DEEP_SEED`. */
const runCountsOnce = (cases: number): readonly string[] => [
  'env',
  `BANK_CASES=${cases}`,
  'npx',
  'vitest',
  'run',
  '--project',
  'server',
  countsOnce,
];

const seededPrograms: readonly DeepItem[] = [
  {
    name: 'bank cases',
    roots: [countsOnce],
    command: () => runCountsOnce(200),
    seeded: {
      seeds: 1,
      canary: {
        plants: 'every twentieth crediting gives a customer money that no entry stands for',
        command: () => runCountsOnce(60),
        finds: [/Anna Müller has another amount/],
      },
    },
    usualSeconds: 400,
    maxMinutes: 30,
  },
  {
    name: 'npm run simulate',
    roots: ['apps/exchange/testing/simulation/main.ts'],
    command: (seed) => script('simulate', '--from', `${seed}`, '--seeds', '1000'),
    seeded: {
      seeds: 1000,
      canary: {
        plants: 'a replica loses one command in ten thousand',
        command: (seed) => script('simulate', '--canary', '--from', `${seed}`, '--seeds', '100'),
        finds: [/^Error: seed (?<seed>\d+): .*(replicas differ|another state|the journal doesn't say|took effect)/m],
      },
    },
    maxMinutes: 30,
  },
  {
    name: 'npm run differential',
    roots: ['scripts/differential.ts'],
    command: (seed) => script('differential', '--from', `${seed}`, '--streams', '2500'),
    seeded: {
      seeds: 2500,
      canary: {
        plants: 'one order in 64 goes to the front of its queue, before older ones',
        command: (seed) => script('differential', '--canary', '--from', `${seed}`, '--streams', '100'),
        finds: [/stream (?<seed>\d+), command .* of engine and oracle differ/],
      },
    },
    maxMinutes: 30,
  },
  {
    name: 'npm run fuzz',
    roots: ['apps/exchange/testing/fuzz/main.ts', server],
    command: (seed) => script('fuzz', '--seed', `${seed}`),
    seeded: {
      seeds: 1,
      canary: {
        plants: 'the server answers 500 to an encoded zero byte, and the postings of deposits are wrong',
        command: (seed) => script('fuzz', '--canary', '--seed', `${seed}`, '--count', '3000'),
        finds: [/^HTTP 500: .*a planted bug/m, /^the postings of asset \d+ sum to/m],
      },
    },
    maxMinutes: 30,
  },
  {
    name: 'npm run fuzz:signatures',
    roots: ['apps/exchange/testing/fuzz/signatures/main.ts', server],
    command: (seed) => script('fuzz:signatures', '--seed', `${seed}`),
    seeded: {
      seeds: 1,
      canary: {
        plants: 'the server ignores the last two bytes of a signature',
        command: (seed) => script('fuzz:signatures', '--canary', '--seed', `${seed}`, '--count', '20000'),
        finds: [/request \d+, .*, wrong: 200 /, /^an order of no sound request/m, /^a trade of no sound request/m],
      },
    },
    maxMinutes: 30,
  },
];
