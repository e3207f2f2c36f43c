import { lowerCaseAddress } from '@fft/chains';
import { getAddress } from 'viem';
import { expect, test } from 'vitest';
import { confirmations, openTestCustody } from '../../../testing/test-custody.ts';
import { readReserves } from './holdings.ts';
import { openTestLitecoinCustody, outsideAddress } from '../../../testing/test-litecoin-custody.ts';

const coin = 100_000_000;

test('the surplus of an EVM hot wallet moves to the cold wallet once and counts as held, and a shortfall raises an alarm', async () => {
  const cold = lowerCaseAddress('0x000000000000000000000000000000000000c01d');
  // The demo's hot wallet starts with 100 million.
  const coins = { USDT: { most: '100000000', keep: '99999000', least: '99998990' } };
  await using closing = new AsyncDisposableStack();
  const at = await openTestCustody({ cold: { address: cold, coins } });
  closing.defer(() => at.close());
  const { usdt } = at.chain.bank;
  const { customer, address } = await at.newAddress();
  await at.pay(usdt, address, 500_000_000n);
  await at.advance(confirmations * 6);
  expect(at.held(customer, 'USDT').available).toBe(500_000_000);
  expect(await at.chain.bank.balance(usdt, at.hot)).toBe(99_999_000_000_000n);
  // The million of surplus, and the deposit.
  expect(await at.chain.bank.balance(usdt, cold)).toBe(1_500_000_000n);
  const solvency = (await at.custody.checkSolvency()).find((one) => one.coin === 'USDT');
  expect(solvency).toMatchObject({ hot: 99_999_000_000_000n, cold: 1_500_000_000n, held: 100_000_500_000_000n });
  expect(at.alarms).toEqual([]);
  const [reserve] = await readReserves(at.database.db, at.directory);
  expect(reserve).toMatchObject({ chain: 'ETH', hot: getAddress(at.hot), cold, depositAddresses: 1 });
  const usdtThere = { coin: 'USDT', hot: '99999000.000000', unswept: '0.000000', cold: '1500.000000' };
  const [eth, usdc] = ['ETH', 'USDC'].map((code): unknown => expect.objectContaining({ coin: code }));
  expect(reserve?.coins).toEqual([eth, usdc, usdtThere]);
  expect(at.custody.low).toEqual([]);
  await at.approved({ customer, address: '0x1111111111111111111111111111111111110b0b', amount: 11_000_000 });
  await at.custody.tick();
  await at.custody.checkSolvency();
  expect(at.alarms.join()).toContain('hotWallet.low');
  expect(at.custody.low).toEqual(['USDT']);
});

test('the surplus of a Litecoin hot wallet moves to the cold wallet, whose coins never pay withdrawals', async () => {
  const cold = outsideAddress(1_000_000);
  const coins = { LTC: { most: '50', keep: '10', least: '5' } };
  await using closing = new AsyncDisposableStack();
  const at = await openTestLitecoinCustody({ cold: { address: cold, coins } });
  closing.defer(() => at.close());
  const { customer, address } = await at.newAddress();
  // The money that pays network fees.
  await at.chain.outsider.pay(at.custody.hot, BigInt(coin));
  for (let index = 0; index < 3; index += 1) await at.chain.outsider.pay(address, BigInt(20 * coin));
  await at.advance(confirmations * 3);
  const [{ hot, cold: away, held } = {}] = await at.custody.checkSolvency();
  expect(away).toBe(BigInt(51 * coin));
  // Less the network fee, which the exchange pays.
  expect(hot).toBeGreaterThan(BigInt(10 * coin - 100_000));
  expect(hot).toBeLessThan(BigInt(10 * coin));
  expect(held).toBe((hot ?? 0n) + BigInt(51 * coin));
  const sent = await at.database.db.selectFrom('chain_payments').selectAll().where('purpose', '=', 'cold').execute();
  expect(sent).toMatchObject([{ recipient: cold, state: 'done' }]);
  const large = await at.approved({
    coin: 'LTC',
    chain: 'LTC',
    customer,
    address: outsideAddress(1),
    amount: 11 * coin,
  });
  await at.custody.tick();
  expect(await at.withdrawal(large.id)).toMatchObject({ state: 'approved' });
  expect(at.alarms.join()).toContain('the hot wallet has too little');
});
