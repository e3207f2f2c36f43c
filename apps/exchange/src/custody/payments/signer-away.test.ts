import { rename, rm } from 'node:fs/promises';
import { openTestKms } from '@fft/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmations, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { followChains, type FollowedChains } from '../follow-chains.ts';

let at: TestCustody;
let kept: FollowedChains | null = null;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(async () => {
  await kept?.close();
  await at.close();
});

const patiently = { timeout: 15_000, interval: 50 };

test('a process that starts while the signer is away follows its chain, and signs with the signer’s present keys once it is back', async () => {
  const { customer, address } = await at.newAddress();
  const { signerSocket: socket } = at.settings;
  const before = at.hot;
  await rename(socket, `${socket}.away`);
  const options = { ...at, db: at.database.db, databaseUrl: at.database.url };
  kept = followChains({ ...options, chains: [at.settings] });
  for (const job of kept.jobs) job.start({ log: at.log });
  await at.pay(at.chain.bank.usdt, address, 90_000_000n);
  await at.mine(confirmations);
  await expect.poll(() => at.held(customer, 'USDT').available, patiently).toBe(90_000_000);
  // The deposit's sweep needs a signature.
  await expect.poll(() => kept?.report.trouble, patiently).toMatch(/^ETH: the signer is away: /);

  // The signer comes back with one more hot wallet.
  const kms = await openTestKms();
  await at.restartSigner({
    SIGNER_KMS_URL: kms.url,
    SIGNER_KMS_SEED: `${socket}.seed.json`,
    SIGNER_KMS_SEED_KEY: kms.createSealingKey(),
    SIGNER_KMS_HOT: JSON.stringify({ ETH: ['seed', kms.createKey()] }),
  });
  expect(at.hot).not.toBe(before);
  await at.chain.bank.send(null, at.hot, 10n ** 18n);
  await at.chain.bank.send(at.chain.bank.usdt, at.hot, 100_000_000n);
  await at.mine();
  await rename(at.settings.signerSocket, socket);
  await expect.poll(() => at.alarms.join(''), patiently).toContain('"name":"KeysChanged"');
  const row = await at.approved({ customer, address: at.outsider, amount: 40_000_000 });
  await expect.poll(async () => (await at.withdrawal(row.id)).txid, patiently).toMatch(/^0x/);
  const { txid } = await at.withdrawal(row.id);
  expect((await at.node.getTransaction({ hash: txid as `0x${string}` })).from).toBe(at.hot);
  await kms.close();
  await rm(`${socket}.seed.json`);
  await rm(`${socket}.away`);
});
