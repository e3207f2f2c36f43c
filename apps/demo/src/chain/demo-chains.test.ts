import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQuickKeystore } from '../../../exchange/testing/quick-keystore.ts';
import { withdrawalMacKey } from '../../../exchange/testing/test-authority.ts';
import { type DemoChains, openDemoChains } from './demo-chains.ts';

let dataDir: string;
let demo: DemoChains;
const log = pino({ level: 'silent' });
const options = { withdrawalMacKey, blockSeconds: null, log, chains: [], later: ['BSC', 'POLYGON'] } as const;
const customer = '0x00000000000000000000000000000000000c0ffe';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fft-demo-chains-'));
  await createQuickKeystore(dataDir);
  demo = await openDemoChains({ dataDir, ...options });
});
afterAll(async () => {
  await demo.close();
  await rm(dataDir, { recursive: true, force: true });
});

const isUp = (rpcUrl: string): Promise<boolean> =>
  createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) })
    .getChainId()
    .then(
      () => true,
      () => false,
    );

test('a network starts at the first call for it, once, at the address that is known before', async () => {
  const [bsc, polygon] = demo.later;
  expect([await isUp(bsc?.rpcUrl ?? ''), await isUp(polygon?.rpcUrl ?? '')]).toEqual([false, false]);
  const [one, other] = await Promise.all([demo.start('BSC'), demo.start('BSC')]);
  expect(one).toBe(other);
  expect(one).toMatchObject({ rpcUrl: bsc?.rpcUrl, contracts: bsc?.contracts, chainId: 31_338 });
  expect(await isUp(polygon?.rpcUrl ?? '')).toBe(false);
  expect([await demo.start('LTC'), await demo.start('ETH')]).toEqual([null, null]);
});

test('its coins are there after a restart, and it starts again at the next call', async () => {
  const bsc = await demo.start('BSC');
  await bsc?.bank.send(null, customer, 5n);
  await bsc?.bank.send(bsc.bank.usdt, customer, 7n);
  await bsc?.bank.send(bsc.bank.contracts.USDC, customer, 9n);
  await bsc?.bank.mine();
  await demo.close();
  await expect(demo.start('POLYGON')).rejects.toThrow('has been stopped');
  demo = await openDemoChains({ dataDir, ...options });
  const again = await demo.start('BSC');
  expect(await again?.bank.balance(null, customer)).toBe(5n);
  expect(await again?.bank.balance(again.bank.usdt, customer)).toBe(7n);
  expect(await again?.bank.balance(again.bank.contracts.USDC, customer)).toBe(9n);
});
