import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { confirmations, openTestLitecoinCustody, outsideAddress } from '../../../testing/test-litecoin-custody.ts';

const coin = 100_000_000;
const minuteMs = 60_000;
/** A node forgets a transaction that waited for two weeks. */
const forgetsAfterSeconds = 15 * 24 * 3_600;

test('a signed payment that the node forgot is sent again while the signer is away, however long it waits', async () => {
  const at = await openTestLitecoinCustody();
  await using closing = new AsyncDisposableStack();
  closing.defer(() => at.close());
  const { node, outsider } = at.chain;
  const forget = async (): Promise<void> => {
    await node.call('setmocktime', Math.floor(Date.now() / 1_000) + forgetsAfterSeconds);
    // Its arrival makes the node look for old ones.
    await outsider.pay(outsider.address, BigInt(coin));
    await node.call('setmocktime', 0);
  };
  const { customer, address } = await at.newAddress();
  await outsider.pay(address, BigInt(3 * coin));
  await at.advance(confirmations);
  const order = { coin: 'LTC', chain: 'LTC', customer, address: outsideAddress(1), amount: coin, fee: 0 } as const;
  const row = await at.approved(order);
  await at.custody.tick();
  const { txid } = await at.withdrawal(row.id);
  expect(await node.pool()).toContain(txid);

  const { signerSocket: socket } = at.signer;
  await rename(socket, `${socket}.away`);
  await forget();
  expect(await node.pool()).not.toContain(txid);
  at.passTime(minuteMs);
  await at.custody.tick();
  expect(await node.pool()).toContain(txid);
  // By now a higher fee is due, for which the signer is needed.
  await forget();
  expect(await node.pool()).not.toContain(txid);
  at.passTime(21 * minuteMs);
  await expect(at.custody.tick()).rejects.toThrow('the signer is away');
  expect(await node.pool()).toContain(txid);
  await rename(`${socket}.away`, socket);
  await at.advance(confirmations);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid });
});
