import { fakeToken, testPayer } from '@fft/chains';
import { SystemOwner } from '@fft/engine';
import { encodeFunctionData, type Address, type Hash, type Hex } from 'viem';
import { Directory } from '../../ledger/listings/directory.ts';
import { ChainCoins } from '../coins.ts';
import { EvmChain } from '../chains/evm/evm-chain.ts';
import { evmReader } from '../chains/evm/evm-reader.ts';
import { IncludedTransactions } from '../payments/included-transactions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';

let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const states = async (customer: number): Promise<string[]> =>
  (await at.deposits(customer)).map(({ coin, amount, state }) => `${coin} ${amount} ${state}`);

/** An outside account calls one of the test's contracts. */
function call(to: Address, data: Hex): Promise<Hash> {
  return at.node.sendTransaction({ to, data, gas: 300_000n, chain: null });
}

describe('deposits that are credited', () => {
  test('coins and tokens are credited once they have enough confirmations, and not before', async () => {
    const { customer, address } = await at.newAddress();
    await at.pay(null, address, ether + 5n);
    await at.pay(at.chain.bank.usdt, address, 25_000_000n);
    await at.advance(confirmations - 1);
    expect(await states(customer)).toEqual(['ETH 100000000 seen', 'USDT 25000000 seen']);
    expect(at.held(customer, 'USDT').available).toBe(0);
    await at.advance();
    expect(await states(customer)).toEqual(['ETH 100000000 credited', 'USDT 25000000 credited']);
    // 18 decimals on the chain and 8 in the ledger: a remainder below one ledger unit is not credited.
    expect(at.held(customer, 'ETH').available).toBe(100_000_000);
    expect(at.held(customer, 'USDT').available).toBe(25_000_000);
    await at.advance(5);
    expect(at.held(customer, 'USDT').available).toBe(25_000_000);
  });

  test('several payments in one transaction are each credited once', async () => {
    const [one, other] = [await at.newAddress(), await at.newAddress()];
    const to = [one.address, other.address, one.address];
    const args = [at.chain.bank.usdt, to, [5_000_000n, 6_000_000n, 7_000_000n]] as const;
    await call(at.payer, encodeFunctionData({ abi: testPayer.abi, functionName: 'payAll', args }));
    await at.advance(confirmations);
    expect(at.held(one.customer, 'USDT').available).toBe(12_000_000);
    expect(at.held(other.customer, 'USDT').available).toBe(6_000_000);
  });
});

describe('payments that are not credited', () => {
  test('tokens with a copied name and forged transfer events are not credited', async () => {
    const { customer, address } = await at.newAddress();
    await call(
      at.fake,
      encodeFunctionData({ abi: fakeToken.abi, functionName: 'pretend', args: [at.outsider, address, 10n ** 24n] }),
    );
    // Returns false and moves nothing.
    await call(
      at.fake,
      encodeFunctionData({ abi: fakeToken.abi, functionName: 'transfer', args: [address, 10n ** 24n] }),
    );
    await at.advance(confirmations);
    expect(await states(customer)).toEqual([]);
  });

  test('failed transactions, reverted inner calls and zero amounts are not credited', async () => {
    const { customer, address } = await at.newAddress();
    const poor = await at.newAddress();
    // More than the outside account has: the transaction is in a block, and failed.
    await at.pay(at.chain.bank.usdt, address, 10n ** 17n);
    await call(
      at.payer,
      encodeFunctionData({
        abi: testPayer.abi,
        functionName: 'payInVain',
        args: [at.chain.bank.usdt, address, 5_000_000n],
      }),
    );
    await at.pay(at.chain.bank.usdt, address, 0n);
    await at.pay(null, poor.address, 0n);
    await at.advance(confirmations);
    expect(await states(customer)).toEqual([]);
    expect(await states(poor.customer)).toEqual([]);
  });

  test('the exchange’s own gas top-ups and sweeps are not credited', async () => {
    const { customer, address } = await at.newAddress();
    await at.pay(at.chain.bank.usdt, address, 50_000_000n);
    // The deposit is credited, gas comes from the hot wallet, then the deposit is swept there.
    await at.advance(confirmations * 4);
    expect(await states(customer)).toEqual(['USDT 50000000 credited']);
    expect((await at.deposits(customer)).every(({ swept }) => swept)).toBe(true);
    expect(await at.chain.bank.balance(at.chain.bank.usdt, address)).toBe(0n);
  });

  test('a deposit that arrives during a sweep gets its own sweep', async () => {
    const { customer, address } = await at.newAddress();
    await at.pay(at.chain.bank.usdt, address, 50_000_000n);
    await at.advance();
    await at.pay(at.chain.bank.usdt, address, 60_000_000n);
    await at.advance(confirmations * 6);
    expect((await at.deposits(customer)).map(({ swept }) => swept)).toEqual([true, true]);
    expect(await at.chain.bank.balance(at.chain.bank.usdt, address)).toBe(0n);
  });

  test('both coins of an address are swept, although the token’s sweep uses the other coin as gas', async () => {
    const { customer, address } = await at.newAddress();
    await at.pay(at.chain.bank.usdt, address, 50_000_000n);
    await at.pay(null, address, ether / 100n);
    await at.advance(confirmations * 4);
    expect((await at.deposits(customer)).map(({ coin, swept }) => `${coin} ${swept}`)).toEqual([
      'USDT true',
      'ETH true',
    ]);
    expect(await at.chain.bank.balance(at.chain.bank.usdt, address)).toBe(0n);
    expect(await at.chain.bank.balance(null, address)).toBeLessThan(ether / 1_000n);
  });
});

describe('chain reorganisations', () => {
  test('a transaction at another index in another block is the same deposit', async () => {
    const { customer, address } = await at.newAddress();
    const before = await at.node.snapshot();
    const txid = await at.pay(at.chain.bank.usdt, address, 8_000_000n);
    const raw = await rawOf(txid);
    await at.advance();
    await at.node.revert({ id: before });
    // Another transfer precedes it now, so its log has another index in the block.
    await at.chain.bank.send(at.chain.bank.usdt, at.outsider, 1n);
    await at.node.sendRawTransaction({ serializedTransaction: raw });
    await at.node.increaseTime({ seconds: 9 });
    await at.advance(confirmations + 1);
    expect(await states(customer)).toEqual(['USDT 8000000 credited']);
    expect(at.held(customer, 'USDT').available).toBe(8_000_000);
  });
});

/** Returns the signed transaction, so that a test can send it again. */
async function rawOf(hash: `0x${string}`): Promise<`0x${string}`> {
  return at.node.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);
}

test('a deposit that the ledger refuses is not credited, no matter how often it is submitted', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, 5_000_000n);
  await at.advance(1);
  const asset = (await at.deposits(customer))[0]?.asset ?? 0;
  const account = { owner: customer, kind: 'coin', asset } as const;
  // Nearly the largest total that a coin can have.
  const { available: issued } = at.host.engine.balance(SystemOwner.chain, 'coin', asset);
  const amount = Number.MAX_SAFE_INTEGER + issued - 1_000_000;
  const filled = { type: 'deposit', requestId: 'full', source: 'adjustments', ...account, amount } as const;
  expect(await at.gateway.submit(filled)).toMatchObject({ kind: 'done' });
  await at.advance(confirmations + 1);
  expect(at.alarms.join()).toContain('deposit.refusedByLedger');
  expect(await states(customer)).toEqual(['USDT 5000000 seen']);
  expect(at.held(customer, 'USDT').available).toBe(amount);
  const back = { requestId: 'empty', owner: customer };
  await at.gateway.submit({ type: 'holdWithdrawal', ...account, ...back, destination: 'adjustments', amount, fee: 0 });
  await at.gateway.submit({ type: 'settleWithdrawal', ...back });
  await at.database.db
    .updateTable('chain_deposits')
    .set({ state: 'orphaned' })
    .where('customer', '=', customer)
    .execute();
});

test('a block that the node has only in part is not read', async () => {
  class EarlyChain extends EvmChain {
    override async receipts(): ReturnType<EvmChain['receipts']> {
      return [];
    }
  }
  const { address } = await at.newAddress();
  await at.pay(null, address, ether);
  await at.mine();
  const chain = new EvmChain(at.chain.rpcUrl);
  const { height } = await chain.head();
  const coins = new ChainCoins('ETH', new Directory(at.host.engine), {
    network: '31337',
    contracts: { USDT: at.chain.bank.usdt },
    contractOf: (written) => written,
  });
  const addresses = { family: 'evm', hots: [], addressOf: () => at.hot } as const;
  const landings = new IncludedTransactions(at.database.db, { chain: 'ETH', addresses });
  const read = async (from: EvmChain) =>
    (await evmReader({ chain: from, coins, own: [], traces: false, landings }).block(height))?.read();
  await expect(read(new EarlyChain(at.chain.rpcUrl))).rejects.toThrow('is not complete yet');
  expect((await read(chain))?.arrivals).toMatchObject([{ to: address, amount: ether }]);
});
