import { evmNetworks } from '@fft/chains';
import {
  createWalletClient,
  custom,
  http,
  HttpRequestError,
  MethodNotFoundRpcError,
  parseGwei,
  parseTransaction,
  type Address,
  type Hex,
  type WalletClient,
} from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import { openTestNetworks, type TestNetwork, type TestNetworks } from '../../../../testing/test-networks.ts';
import { EvmChain } from './evm-chain.ts';
import { FeeEstimates } from './fee-estimates.ts';

/** Two real networks, each read through two nodes that can lie. */
const confirmations = 3;
const usdt = 1_000_000;
const gwei = parseGwei('1');
const recipient = `0x${'34'.repeat(20)}` as const;

let at: TestNetworks;
let first: LyingNode;
let second: LyingNode;
let bsc: LyingNode;
let wallet: WalletClient;
let accounts: readonly Address[];
beforeAll(async () => {
  at = await openTestNetworks();
  first = await openLyingNode(at.eth.chain.rpcUrl);
  second = await openLyingNode(at.eth.chain.rpcUrl);
  bsc = await openLyingNode(at.bsc.chain.rpcUrl);
  at.eth.custody = await at.ledger.openCustody({ ...at.eth.settings, rpcUrls: [first.url, second.url] });
  at.bsc.custody = await at.ledger.openCustody({ ...at.bsc.settings, rpcUrls: [bsc.url] });
  wallet = createWalletClient({ transport: http(at.eth.chain.rpcUrl) });
  accounts = await wallet.getAddresses();
});
afterAll(async () => {
  for (const node of [first, second, bsc]) await node.close();
  await at.close();
});
beforeEach(async () => {
  at.ledger.alarms.length = 0;
  for (const node of [first, second, bsc]) {
    node.lies.clear();
    node.isAway = false;
  }
  // Nothing of the tests before is among the last twenty blocks.
  await at.eth.node.mine({ blocks: 20 });
});

/** One block of plain payments by as many accounts, with these tips. */
async function mineWith(tips: readonly bigint[]): Promise<void> {
  for (const [index, tip] of tips.entries())
    await wallet.sendTransaction({
      account: accounts[index + 1] ?? recipient,
      to: recipient,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 100n * gwei,
      maxPriorityFeePerGas: tip,
      chain: null,
    });
  await at.eth.node.mine({ blocks: 1 });
}
const hexOf = (amount: bigint): Hex => `0x${amount.toString(16)}`;
const chain = () => new EvmChain(first.url);
/** A history in which each of twenty blocks has this tip. */
const tipping = (tip: bigint) => (history: object) => {
  return { ...history, reward: Array.from({ length: 20 }, () => [hexOf(tip)]) };
};

describe('a node’s tip', () => {
  test('is what three tenths of a block’s gas paid at most, in the median of the blocks that paid any', async () => {
    const tips = (least: bigint) => Array.from({ length: 5 }, (_, index) => (least + BigInt(index)) * gwei);
    await mineWith(tips(30n));
    await mineWith([]);
    await mineWith(tips(3n));
    await mineWith(tips(5n));
    await mineWith([]);
    // The second of five payments reaches three tenths.
    expect(await chain().tip()).toBe(6n * gwei);
    // Twenty blocks later none of it counts.
    await mineWith(tips(8n));
    await at.eth.node.mine({ blocks: 19 });
    expect(await chain().tip()).toBe(9n * gwei);
    await at.eth.node.mine({ blocks: 1 });
    expect(await chain().tip()).toBe(await at.eth.node.estimateMaxPriorityFeePerGas());
  });

  test('is what the node suggests where it has no history, or one without tips', async () => {
    await mineWith([9n * gwei]);
    first.lies.set('eth_maxPriorityFeePerGas', () => '0x7');
    const { request } = http(first.url)({});
    const without = custom({
      request: async (asked: Parameters<typeof request>[0]) => {
        if (asked.method === 'eth_feeHistory') throw new MethodNotFoundRpcError(new Error('no such method'));
        return request(asked);
      },
    });
    expect(await new EvmChain(without).tip()).toBe(7n);
    const bare: readonly ((history: object) => unknown)[] = [
      (history) => ({ ...history, reward: null }),
      (history) => ({ ...history, reward: undefined }),
      () => null,
      // As where no tips are taken.
      tipping(0n),
    ];
    for (const lie of bare) {
      first.lies.set('eth_feeHistory', lie);
      expect(await chain().tip()).toBe(7n);
    }
  });

  test('isn’t taken from an answer that is no history, or from a node that is away', async () => {
    const wrong = ['0x1', { reward: ['0x1'] }, { reward: [[1]] }, { reward: [['0x1', '0x2']] }, { reward: [['-0x1']] }];
    for (const answer of wrong) {
      first.lies.set('eth_feeHistory', () => answer);
      await expect(chain().tip()).rejects.toThrow(/answer to eth_feeHistory is no history of fees: .*1/);
    }
    first.isAway = true;
    await expect(chain().tip()).rejects.toBeInstanceOf(HttpRequestError);
  });
});

describe('an estimate', () => {
  const estimate = (other: LyingNode | null, { minTip = 0n, maxGwei = 300 } = {}) => {
    const confirming = other && new EvmChain(other.url);
    return new FeeEstimates({ chain: chain(), second: () => confirming, minTip, maxGwei }).current();
  };

  test('has the lower tip of two nodes, and twice what the newest block burns beside it', async () => {
    await mineWith([2n * gwei]);
    const base = (await at.eth.node.getBlock()).baseFeePerGas ?? 0n;
    expect(base).toBeGreaterThan(0n);
    for (const [liar, honest] of [
      [first, second],
      [second, first],
    ] as const) {
      liar.lies.set('eth_feeHistory', tipping(299n * gwei));
      expect(await estimate(second)).toEqual({ tipPerGas: 2n * gwei, feePerGas: 2n * base + 2n * gwei });
      liar.lies.clear();
      honest.lies.clear();
    }
  });

  test('goes by the first node alone while the second is away, and by none while the second answers otherwise', async () => {
    await mineWith([2n * gwei]);
    second.isAway = true;
    expect((await estimate(second)).tipPerGas).toBe(2n * gwei);
    second.isAway = false;
    second.lies.set('eth_feeHistory', () => ({ reward: 'many' }));
    await expect(estimate(second)).rejects.toThrow('is no history of fees');
  });

  test.each([
    ['POLYGON', '30'],
    ['BSC', '0.1'],
    ['ETH', '0.001'],
    ['BASE', '0.001'],
    ['ARBITRUM', '0'],
  ] as const)('on %s is at least %s gwei of tip, and never above the highest price', async (network, least) => {
    const limits = evmNetworks[network];
    first.lies.set('eth_feeHistory', tipping(1n));
    const tip = parseGwei(least) || 1n;
    expect((await estimate(null, limits)).tipPerGas).toBe(tip);
    first.lies.set('eth_feeHistory', tipping(10n ** 30n));
    expect((await estimate(null, limits)).tipPerGas).toBe(BigInt(limits.maxGwei) * gwei);
  });

  test('has no tip where none is taken', async () => {
    first.lies.set('eth_feeHistory', tipping(0n));
    first.lies.set('eth_maxPriorityFeePerGas', () => '0x0');
    expect((await estimate(null, evmNetworks.ARBITRUM)).tipPerGas).toBe(0n);
  });
});

describe('a payment', () => {
  const attemptsOf = async (withdrawal: number) => {
    const rows = await at.ledger.database.db
      .selectFrom('chain_payments')
      .innerJoin('chain_attempts', 'payment', 'id')
      .select('raw')
      .where('purpose', '=', 'withdrawal')
      .where('reference', '=', withdrawal)
      .orderBy('chain_attempts.time')
      .execute();
    return rows.map(({ raw }) => {
      const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw as Hex);
      return { fee: maxFeePerGas, tip: maxPriorityFeePerGas };
    });
  };
  async function withdrawal(network: TestNetwork, name: 'ETH' | 'BSC') {
    const { customer, address } = await at.ledger.newAddress(name);
    await network.pay(null, network.custody.hot, 10n ** 18n);
    await network.pay(network.chain.bank.usdt, address, 9n * 10n ** BigInt(network.chain.tokenDecimals));
    await network.advance(confirmations);
    const row = await at.ledger.approved({ customer, chain: name, address: recipient, amount: 5 * usdt });
    await network.custody.tick();
    return row;
  }

  test('offers no more tip than the honest one of two nodes names, and each replacement a tenth more of both', async () => {
    first.lies.set('eth_feeHistory', tipping(250n * gwei));
    second.lies.set('eth_feeHistory', tipping(4n * gwei));
    const { id } = await withdrawal(at.eth, 'ETH');
    const [offered] = await attemptsOf(id);
    expect(offered?.tip).toBe(4n * gwei);
    for (const count of [2, 3]) {
      at.ledger.passTime(61_000);
      await at.eth.custody.tick();
      expect(await attemptsOf(id)).toHaveLength(count);
    }
    const attempts = await attemptsOf(id);
    for (const [index, { fee, tip }] of attempts.slice(1).entries()) {
      const before = attempts[index];
      expect(fee * 10n).toBeGreaterThanOrEqual((before?.fee ?? 0n) * 11n);
      expect(tip * 10n).toBeGreaterThanOrEqual((before?.tip ?? 0n) * 11n);
      expect(tip).toBeLessThan(6n * gwei);
    }
    await at.eth.advance(confirmations);
    expect((await at.ledger.withdrawal(id)).state).toBe('done');
  });

  test('has the least tip of its network where others pay less', async () => {
    bsc.lies.set('eth_feeHistory', tipping(1n));
    const { id } = await withdrawal(at.bsc, 'BSC');
    expect((await attemptsOf(id))[0]?.tip).toBe(evmNetworks.BSC.minTip);
    await at.bsc.advance(confirmations);
    expect((await at.ledger.withdrawal(id)).state).toBe('done');
  });

  test('waits while a node answers no history, and the log says why', async () => {
    const { customer, address } = await at.ledger.newAddress('BSC');
    await at.bsc.pay(at.bsc.chain.bank.usdt, address, 9n * 10n ** 18n);
    await at.bsc.advance(confirmations);
    const { id } = await at.ledger.approved({ customer, chain: 'BSC', address: recipient, amount: 5 * usdt });
    bsc.lies.set('eth_feeHistory', () => 'soon');
    await at.bsc.custody.tick();
    expect(at.ledger.alarms.join()).toContain("the node's answer to eth_feeHistory is no history of fees");
    expect((await at.ledger.withdrawal(id)).state).toBe('approved');
    bsc.lies.clear();
    await at.bsc.custody.tick();
    await at.bsc.advance(confirmations);
    expect((await at.ledger.withdrawal(id)).state).toBe('done');
  });
});
