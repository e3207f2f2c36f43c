import type { Seeded } from './item.ts';
import { script } from './programs.ts';

/** The deep test files that take their seed from `DEEP_SEED`, by the names of their items. `command` runs the file itself. */
export function seededTests(command: () => readonly string[]): Readonly<Record<string, Seeded>> {
  return {
    'drill/drill': {
      seeds: 1,
      canary: {
        plants: 'one order in fifty is confirmed, and lost',
        command: (seed) => script('drill', '--canary', '--seed', `${seed}`),
        finds: [/✗ .* was answered, but is missing/],
      },
    },
    'cluster-drill/cluster-drill': {
      // One run plays the next two faults.
      seeds: 2,
      canary: {
        plants: 'one order in fifty is confirmed, and lost',
        command: (seed) => script('drill:cluster', '--canary', '--from', `${seed}`),
        finds: [/✗ .* was answered, but is missing/],
      },
    },
    'custody-drill/custody-drill': {
      seeds: 1,
      canary: {
        plants: 'one node is believed, a payment is lost, one is doubled, and one is twice in a batch',
        command: (seed) => script('drill:custody', '--canary', '--seed', `${seed}`),
        finds: [
          /✗ a deposit of 5000000000 USDT on ETH, which no one made, is credited/,
          /✗ 0xd{24}0*4 has 20000080000000000 ETH on ETH, and should have 10000040000000000/,
          /✗ 0xd{24}0*5 has 0 USDC on ETH, and should have 20000005/,
          /✗ 0xd{24}0*6 has 40000012 USDT on ETH, and should have 20000006/,
        ],
      },
    },
    'banks/killed-imports': {
      seeds: 1,
      canary: {
        plants: 'every twentieth crediting gives a customer money that no entry stands for',
        command,
        finds: [/Anna Müller has another amount/],
      },
    },
    'symbol-filters/symbol-filters': {
      seeds: 1,
      canary: {
        plants: 'exchangeInfo names half of the least amount',
        command,
        finds: [/Filter failure: NOTIONAL.*, but fits all filters/],
      },
    },
    'fuzz/console': {
      seeds: 1,
      canary: {
        plants: 'the console answers 500 to one call in a hundred',
        command,
        finds: [/HTTP 500: .*a planted bug/],
      },
    },
  };
}
