import { Code } from '@fft/contract';
import { expect, test } from 'vitest';
import type { Network } from '../../assets/networks.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { codeOf } from '../../transport/http/refusal-answer.ts';
import { refuseAboveLimits, unitsWithinDay } from './smallest-limit.ts';

const coin = 10n ** 8n;

interface Case {
  readonly available: number;
  readonly frozen: number;
  /** In USDT, of a limit of 100,000. */
  readonly used: number;
  /** Millionths of a USDT for one unit of the coin. */
  readonly price: number | null;
}

function optionsOf({ available, frozen, used, price }: Case): Parameters<typeof refuseAboveLimits>[0] {
  return {
    directory: { asset: () => ({ code: 'ETH', decimals: 8 }) },
    host: { engine: { balance: () => ({ available: available * 1e8, frozen: frozen * 1e8 }) } },
    rail: { kind: 'coin' },
    account: { customers: { read: async () => ({ identity: { state: 'passed' } }) } },
    limits: { dayUsdt: 0, dayUsdtVerified: 100_000, reviewFromUsdt: 0, riskReviewFromUsdt: 0 },
    withdrawals: { dayUsed: async () => ({ units: BigInt(used) * 1_000_000n, unvalued: 0 }) },
    prices: {
      usdtUnits: async (_code: string, units: bigint) => (price === null ? null : (units * BigInt(price)) / 100n),
    },
  } as unknown as Parameters<typeof refuseAboveLimits>[0];
}

// One ETH is worth 4,000 USDT.
const usual: Case = { available: 10, frozen: 0, used: 0, price: 4_000 };
const network = { coin: 'ETH', chain: 'ETH', max: '20' } as Network;

async function refusalOf(options: Case, amount: number) {
  const wanted = { network, asset: 1, amount: BigInt(amount) * coin };
  try {
    await refuseAboveLimits(optionsOf(options), 1001, wanted);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [codeOf(error), error.text('en'), error.text('zh')];
  }
  return null;
}

test.each<[string, Partial<Case>, number, readonly unknown[] | null]>([
  ['nothing', {}, 10, null],
  ['the balance', {}, 99, [Code.insufficientBalance, 'Balance low: 10 ETH is available', '余额不足：可用 10 ETH']],
  [
    'the balance beside held funds',
    { available: 1, frozen: 2500 },
    2,
    [
      Code.insufficientBalance,
      'Balance low: 1 ETH is available, and 2,500 ETH is on hold',
      '余额不足：可用 1 ETH，另有 2,500 ETH 冻结中',
    ],
  ],
  [
    'the maximum of one withdrawal',
    { available: 22 },
    99,
    [Code.amountOutOfRange, 'Over the maximum of one withdrawal: 20 ETH', '超过单笔上限 20 ETH'],
  ],
  [
    'the rest of the daily limit',
    { available: 22, used: 98_000 },
    1,
    [Code.withdrawalLimit, 'Over the remaining 24h limit of 2,000 USDT', '超出 24 小时剩余额度 2,000 USDT'],
  ],
  ['nothing, where no market values the coin', { available: 22, used: 98_000, price: null }, 20, null],
])('an amount is refused by the smallest limit: %s', async (_name, given, amount, refusal) => {
  expect(await refusalOf({ ...usual, ...given }, amount)).toEqual(refusal);
});

test('the rest of the daily limit in the coin is rounded down', async () => {
  const { prices } = optionsOf({ ...usual, price: 3 });
  expect(await unitsWithinDay(prices, 'ETH', { limit: 10n, used: 0n })).toBe(333n);
  expect(await unitsWithinDay(prices, 'ETH', { limit: 10n, used: 20n })).toBe(0n);
});
