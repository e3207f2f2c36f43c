import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedByWallet, type CcxtWalletScene } from './ccxt-wallet.ts';
import { connectBinanceConnector } from './snippets/binance-connector.ts';
import { connectCcxt } from './snippets/ccxt.ts';
import { chainMs, startWalletScene } from './wallet-scene.ts';

let url: string;
let scene: CcxtWalletScene;

beforeAll(async () => {
  const wallet = await startWalletScene();
  const { money, key } = wallet;
  url = money.exchange.url.replace('localhost', '127.0.0.1');
  scene = { ...wallet, bot: await connectCcxt(url, key.key.id, key.secret) };
}, 3 * chainMs);
afterAll(async () => {
  await scene.bot.close();
  await scene.money.exchange.stop();
});

describe('ccxt’s unified method on a chain', { timeout: chainMs }, () => {
  test.each(Object.entries(servedByWallet))('%s works', async (_name, check) => {
    await expect(check(scene)).resolves.toBeUndefined();
  });
});

test(
  '@binance/connector reads addresses and deposits, withdraws, and reads withdrawals',
  { timeout: chainMs },
  async () => {
    const { customer, key, saved } = scene;
    const { client } = connectBinanceConnector(url, key.key.id, key.secret);
    const { address } = await customer.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
    expect((await client.depositAddress('ETH', { network: 'ETH' })).data).toMatchObject({ coin: 'ETH', address });
    const deposited = { coin: 'ETH', network: 'ETH', amount: '0.50000000', address };
    expect((await client.depositHistory({ coin: 'ETH' })).data).toMatchObject([deposited]);
    const options = { network: 'ETH', withdrawOrderId: 'by-connector' };
    const made = await client.withdraw('USDT', saved.toLowerCase(), 25, options);
    const { data } = await client.withdrawHistory({ withdrawOrderId: 'by-connector' });
    const row = { ...(made.data as object), coin: 'USDT', amount: '22.00000000', transactionFee: '3.00000000' };
    expect(data).toMatchObject([{ ...row, address: saved, network: 'ETH' }]);
  },
);
