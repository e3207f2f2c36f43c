import { calls } from '@fft/contract';
import { expect, test } from 'vitest';
import { payPassword, startTestMoney } from '../../../../exchange/testing/test-money.ts';
import { waitFor } from '../../../../exchange/testing/wait-for.ts';

const outside = '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE';
const patienceMs = 120_000;

test(
  'in the demo a customer gets SOL over its chain, and USDT leaves over it to a wallet there',
  async () => {
    const clock = {
      get time() {
        return Date.now();
      },
    };
    const far = { REVIEW_FROM_USDT: '90000', RISK_REVIEW_FROM_USDT: '90000', WITHDRAWAL_DAY_USDT: '90000' };
    const money = await startTestMoney({ DEMO_CHAIN: 'on', WITHDRAWAL_WAIT_SECONDS: '0', ...far }, clock);
    await using closing = new AsyncDisposableStack();
    closing.defer(() => money.exchange.stop());
    const read = async (): Promise<number> => {
      const blocks = money.exchange.database.db.selectFrom('chain_blocks').where('chain', '=', 'SOL');
      const { height } = await blocks.select(({ fn }) => fn.max('height').as('height')).executeTakeFirstOrThrow();
      return height ?? -1;
    };
    /** Repeats a check until it passes. Before each try the chain makes a block, and custody reads on. */
    const afterBlocks = (check: () => Promise<void>) =>
      waitFor(async () => {
        const before = await read();
        money.exchange.wake('demo.mineSolana');
        money.exchange.wake('custody.SOL');
        await waitFor(async () => expect(await read()).toBeGreaterThan(before));
        await check();
      });
    // The faucet pays over a chain that is followed, and else in the books alone.
    await waitFor(async () => expect(await read()).toBeGreaterThanOrEqual(0));
    const anna = await money.customer('anna', 'en', { SOL: '3', USDT: '100' });
    const usable = async () => {
      const { accounts } = await anna.call(calls.assets.overview, {});
      return ['SOL', 'USDT'].map((name) => accounts.coin.find(({ coin }) => coin === name)?.usable);
    };
    await afterBlocks(async () => expect(await usable()).toEqual(['3.00000000', '100.000000']));
    const deposits = async () => (await anna.call(calls.deposits.history, { coin: 'SOL', limit: 5 })).items;
    const credited = { chain: 'SOL', state: 'credited', needed: 3 };
    await afterBlocks(async () => expect(await deposits()).toMatchObject([credited]));
    const { address, uri } = await anna.call(calls.deposits.address, { coin: 'USDC', chain: 'SOL' });
    expect((await deposits())[0]?.address).toBe(address);
    expect(uri).toBe(`solana:${address}?spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`);
    const place = { coin: 'USDT', chain: 'SOL' };
    const { id: addressId } = await anna.call(calls.addresses.create, {
      ...place,
      name: 'mine',
      address: outside,
      payPassword,
    });
    const fields = { ...place, amount: '20', addressId };
    await anna.call(calls.withdrawals.sendCode, fields);
    const code = await money.codeOf(anna);
    const { id } = await anna.call(calls.withdrawals.submit, { ...fields, requestId: 'out', code, payPassword });
    await afterBlocks(async () => {
      const row = await money.exchange.database.db
        .selectFrom('withdrawals')
        .select(['state', 'txid'])
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow();
      expect(row.state).toBe('done');
      expect(row.txid).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
    });
    expect(await usable()).toEqual(['3.00000000', '80.000000']);
  },
  patienceMs,
);
