import { fakeToken, testToken } from '@fft/chains';
import { encodeFunctionData, type Address, type Hash, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../testing/test-custody.ts';

/** Attacks and rare chain events that deposits.test.ts and withdrawals.test.ts leave out. */
let at: TestCustody;
let recipients = 0;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const usdt = () => at.chain.bank.usdt;
const states = async (customer: number): Promise<string[]> =>
  (await at.deposits(customer)).map(({ coin, amount, state }) => `${coin} ${amount} ${state}`);
const nextRecipient = (): Address => `0x${(++recipients).toString(16).padStart(40, 'e')}`;
const call = (to: Address, data: Hex): Promise<Hash> =>
  at.node.sendTransaction({ to, data, gas: 300_000n, chain: null });
const rawOf = (hash: Hash): Promise<Hex> =>
  at.node.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);

/** A customer with this amount, deposited over the chain and swept. */
async function rich(amount: bigint): Promise<number> {
  const { customer, address } = await at.newAddress();
  await at.pay(usdt(), address, amount);
  await at.advance(confirmations * 4);
  return customer;
}

test('a deposit without enough confirmations can be neither traded nor withdrawn', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(usdt(), address, 50_000_000n);
  await at.advance(confirmations - 1);
  expect(await states(customer)).toEqual(['USDT 50000000 seen']);
  const market = at.directory.market('ETH/USDT')?.id ?? -1;
  const limits = { orderType: 'market', timeInForce: 'IOC', postOnly: false, selfTrade: 'cancelNewest' } as const;
  const buy = { market, side: 'buy', priceTicks: 0, quantityLots: 0, amount: 10_000_000, ...limits } as const;
  const order = await at.gateway.submit({ type: 'place', owner: customer, clientOrderId: 'early', ...buy });
  expect(order).toMatchObject({ kind: 'rejected', reason: 'insufficientBalance' });
  await expect(at.approved({ customer, address: nextRecipient(), amount: 10_000_000 })).rejects.toThrow(
    'insufficientBalance',
  );
  await at.advance();
  expect(at.held(customer, 'USDT').available).toBe(50_000_000);
});

describe('deposits', () => {
  test('a deposit that its sender replaces before it is in a block is credited as the transaction that lands', async () => {
    const { customer, address } = await at.newAddress();
    const first = await at.pay(null, address, ether);
    const { nonce, maxFeePerGas = 0n } = await at.node.getTransaction({ hash: first });
    const fees = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas: maxFeePerGas };
    await at.node.sendTransaction({ to: address, value: ether / 2n, nonce, gas: 21_000n, ...fees, chain: null });
    await at.advance(confirmations);
    expect(await states(customer)).toEqual(['ETH 50000000 credited']);
  });

  test('a credited deposit that moves to another block and log index stays one deposit and is held in between', async () => {
    const { customer, address } = await at.newAddress();
    const before = await at.node.snapshot();
    const raw = await rawOf(await at.pay(usdt(), address, 8_000_000n));
    await at.advance(confirmations);
    const [credited] = await at.deposits(customer);
    await at.node.revert({ id: before });
    await at.node.increaseTime({ seconds: 17 });
    await at.chain.bank.send(usdt(), at.outsider, 1n);
    await at.node.sendRawTransaction({ serializedTransaction: raw });
    await at.advance(confirmations + 2);
    const [again, ...more] = await at.deposits(customer);
    expect(more).toEqual([]);
    expect(again).toMatchObject({ id: credited?.id, state: 'credited', held: 0 });
    expect(again?.block_hash).not.toBe(credited?.block_hash);
    expect(at.held(customer, 'USDT')).toEqual({ available: 8_000_000, frozen: 0 });
  });

  test('zero-value transfers in another address’s name, which poison address lists, leave no trace', async () => {
    const { customer, address } = await at.newAddress();
    const like = `0x${address.slice(2, 8)}${'0'.repeat(28)}${address.slice(-6)}` as Address;
    for (const [from, to] of [
      [at.hot, address],
      [address, like],
      [at.hot, like],
    ] as const) {
      const { abi } = testToken;
      await call(usdt(), encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, 0n] }));
      const args = [from, to, 25_000_000n] as const;
      await call(at.fake, encodeFunctionData({ abi: fakeToken.abi, functionName: 'pretend', args }));
    }
    const { advance, database } = at;
    const payments = () => database.db.selectFrom('chain_payments').select('id').execute();
    const before = await payments();
    await advance(confirmations);
    expect(await states(customer)).toEqual([]);
    expect(await payments()).toEqual(before);
    expect(at.alarms).toEqual([]);
  });
});

describe('withdrawals', () => {
  test('only one of fifty concurrent withdrawals of the whole balance is paid', async () => {
    const customer = await rich(70_000_000n);
    const recipient = nextRecipient();
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, () => at.approved({ customer, address: recipient, amount: 70_000_000 })),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await at.custody.tick();
    await at.advance(confirmations + 1);
    expect(await at.chain.bank.balance(usdt(), recipient)).toBe(70_000_000n);
    expect(at.held(customer, 'USDT')).toEqual({ available: 0, frozen: 0 });
  });

  test('a withdrawal started and processed a hundred times is paid once', async () => {
    const customer = await rich(90_000_000n);
    const recipient = nextRecipient();
    const row = await at.approved({ customer, address: recipient, amount: 30_000_000 });
    await Promise.all(Array.from({ length: 100 }, () => at.processor.begin(row)));
    for (let look = 0; look < 20; look += 1) await at.custody.tick();
    await at.advance(confirmations + 1);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
    expect(await at.chain.bank.balance(usdt(), recipient)).toBe(30_000_000n);
    expect(at.held(customer, 'USDT')).toEqual({ available: 60_000_000, frozen: 0 });
  });
});
