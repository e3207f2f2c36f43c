import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  hotKey,
  type KeyRef,
  planPayment,
  type PaymentPlan,
  signUnsigned,
  unsignedOf,
  UtxoPrivateKeys,
  UtxoPublicKeys,
} from '@fft/chains';
import { bech32, bech32m, hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { litecoin, openTestLitecoin, type TestLitecoin } from '../../../../testing/test-litecoin.ts';
import { NodeRefusal, UtxoNode } from './utxo-node.ts';

const secret = new UtxoPrivateKeys(new Uint8Array(32).fill(3), litecoin);
const keys = new UtxoPublicKeys(secret.xpub, litecoin);
const coin = 100_000_000n;
/** Address of the key published with BIP 341, in this chain's form. */
const taproot = bech32m.encode('rltc', [
  1,
  ...bech32m.toWords(hex.decode('53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343')),
]);

describe('a real Litecoin node', () => {
  let at: TestLitecoin;
  let customers = 0;
  beforeAll(async () => {
    at = await openTestLitecoin();
  });
  afterAll(() => at.close());

  const newKey = (): KeyRef => ({ branch: 0, index: ++customers });
  const arrived = async (key: KeyRef): Promise<bigint[]> => {
    const { height } = await at.node.head();
    const block = await at.node.block(height);
    const outputs = block?.outputs.filter(({ script }) => script === keys.scriptOf(key)) ?? [];
    return outputs.map(({ amount }) => amount);
  };

  test('the node is identified by its first block and answers requests', async () => {
    expect(await at.node.genesis()).toBe(litecoin.genesis);
    const { height, hash } = await at.node.head();
    const block = await at.node.block(height);
    expect(block).toMatchObject({ height, hash, parent: await at.node.hashAt(height - 1) });
    expect(block?.outputs[0]).toMatchObject({ vout: 0, isGenerated: true });
    expect(await at.node.block(height + 1)).toBeNull();
    // A young chain has no data for an estimate.
    expect(await at.node.feePerKilobyte()).toBeNull();
    expect(await at.node.placeOf('00'.repeat(32))).toBeNull();
    const other = new URL(at.url);
    other.password = 'wrong';
    await expect(new UtxoNode(other.href).head()).rejects.toThrow('check name and password');
  });

  test('a payment is reported while it waits and then in its block, to the last unit', async () => {
    const key = newKey();
    const { txid } = await at.outsider.pay(keys.addressOf(key), 123_456_789n);
    expect(await at.node.pool()).toContain(txid);
    expect(await at.node.placeOf(txid)).toEqual({ block: null });
    const waiting = await at.node.outputsInPool(txid);
    expect(waiting?.find(({ script }) => script === keys.scriptOf(key))?.amount).toBe(123_456_789n);
    await at.mine();
    expect(await arrived(key)).toEqual([123_456_789n]);
    expect(await at.node.placeOf(txid)).toEqual({ block: (await at.node.head()).hash });
  });

  describe('sends of our signed transactions', () => {
    const paid = async (plan: PaymentPlan) => signUnsigned(unsignedOf(plan, keys), keys, secret);
    /** Coins at the keys of several customers. */
    const funded = async (...amounts: readonly bigint[]) => {
      const coins = [];
      for (const amount of amounts) {
        const key = newKey();
        const { txid } = await at.outsider.pay(keys.addressOf(key), amount);
        const vout = (await at.node.outputsInPool(txid))?.find(({ script }) => script === keys.scriptOf(key))?.vout;
        coins.push({ txid, vout: vout ?? -1, amount, key });
      }
      await at.mine();
      return coins;
    };
    const plan = (
      changes: Pick<Parameters<typeof planPayment>[0], 'coins' | 'amount'> & Partial<Parameters<typeof planPayment>[0]>,
    ): PaymentPlan => {
      const made = planPayment({
        network: litecoin,
        recipient: at.outsider.address,
        changeKey: hotKey,
        feePerKilobyte: 20_000n,
        maxFee: coin,
        ...changes,
      });
      if (typeof made === 'string') throw new Error(made);
      return made;
    };

    test('a transaction from several keys with change lands once, also if sent again before or after its block', async () => {
      const coins = await funded(2n * coin, 3n * coin);
      const made = plan({ coins, amount: 4n * coin });
      const { raw, txid } = await paid(made);
      await at.node.broadcast(raw);
      await at.node.broadcast(raw);
      await at.mine();
      expect(await arrived(hotKey)).toEqual([made.change]);
      expect(await at.node.isUnspent(coins[0]?.txid ?? '', coins[0]?.vout ?? 0)).toBe(false);
      await at.node.broadcast(raw);
      expect(await at.node.pool()).toEqual([]);
      expect(await at.node.placeOf(txid)).toEqual({ block: (await at.node.head()).hash });
    });

    test('a payment reaches every kind of address', async () => {
      const coins = await funded(9n * coin);
      let [change] = coins;
      const program = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
      const segwit0 = bech32.encode('rltc', [0, ...bech32.toWords(program)]);
      for (const recipient of [
        'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
        'QVk4MvUu7Wb7tZ1wvAeiUvdF7wxhvpyLLK',
        segwit0,
        taproot,
      ]) {
        if (!change) throw new Error('there is change');
        const made = plan({ coins: [change], amount: coin, recipient });
        const { raw, txid } = await paid(made);
        await at.node.broadcast(raw);
        await at.mine();
        expect(await at.node.isUnspent(txid, 0)).toBe(true);
        change = { txid, vout: 1, amount: made.change, key: hotKey };
      }
    });

    test('a stuck transaction is replaced by one with a higher fee, and only one of them lands', async () => {
      const coins = await funded(2n * coin);
      const slow = plan({ coins, amount: coin, feePerKilobyte: 1_000n });
      const first = await paid(slow);
      await at.node.broadcast(first.raw);
      const quick = plan({ coins: [], amount: coin, feePerKilobyte: 1_500n, replaces: slow });
      const second = await paid(quick);
      await at.node.broadcast(second.raw);
      expect(await at.node.pool()).toEqual([second.txid]);
      await expect(at.node.broadcast(first.raw)).rejects.toThrow(NodeRefusal);
      await at.mine();
      expect(await at.node.placeOf(first.txid)).toBeNull();
      expect(await at.node.placeOf(second.txid)).toEqual({ block: (await at.node.head()).hash });
      await expect(at.node.broadcast(first.raw)).rejects.toThrow(NodeRefusal);
    });

    test('the node refuses dust exactly where our plans do', async () => {
      const coins = await funded(coin);
      const least = plan({ coins, amount: litecoin.dust });
      await at.node.broadcast((await paid(least)).raw);
      expect(
        planPayment({
          ...least,
          network: litecoin,
          amount: litecoin.dust - 1n,
          coins,
          feePerKilobyte: 1n,
          maxFee: coin,
        }),
      ).toBe('dust');
      await at.mine();
    });

    test('a signature over a false input amount is refused by the node', async () => {
      const coins = await funded(2n * coin);
      const lie = coins.map((one) => ({ ...one, amount: one.amount - coin / 2n }));
      const { raw } = await paid(plan({ coins: lie, amount: coin }));
      await expect(at.node.broadcast(raw)).rejects.toThrow(/script-verify|Signature/);
    });
  });

  describe('reorganisations', () => {
    test('a dropped payment is reported again in another block', async () => {
      const key = newKey();
      const { raw, txid } = await at.outsider.pay(keys.addressOf(key), coin);
      await at.mine();
      const before = (await at.node.head()).hash;
      expect(await at.node.placeOf(txid)).toEqual({ block: before });
      await at.drop(1);
      expect(await at.node.placeOf(txid)).toEqual({ block: null });
      await at.mineWith();
      await at.mineWith(raw);
      expect(await at.node.placeOf(txid)).toEqual({ block: (await at.node.head()).hash });
      expect(await arrived(key)).toEqual([coin]);
    });

    test('a double-spent payment is reported as never made', async () => {
      const key = newKey();
      const { txid, from } = await at.outsider.pay(keys.addressOf(key), coin);
      await at.mine();
      await at.drop(1);
      const otherwise = at.outsider.sign({ to: at.outsider.address, amount: coin, from, fee: 50_000n });
      await at.mineWith(otherwise.raw);
      expect(await at.node.placeOf(txid)).toBeNull();
      expect(await at.node.outputsInPool(txid)).toBeNull();
    });
  });
});

/** A node that answers each call with these results, one after the other. */
async function answering(...results: readonly unknown[]): Promise<{ node: UtxoNode; close: () => void }> {
  const left = [...results];
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end(JSON.stringify(left.shift())));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://name:secret@127.0.0.1:${port}`;
  return { node: new UtxoNode(url, { hasWholeBlocks: false }), close: () => server.close() };
}

describe('a node of Dogecoin’s age', () => {
  const [at, txid] = ['11'.repeat(32), '22'.repeat(32)];
  const result = (value: unknown) => ({ result: value, error: null, id: 0 });
  const block = result({ hash: at, height: 5, previousblockhash: '00'.repeat(32), confirmations: 1, tx: [txid] });

  test('says that it has no estimate by a negative fee', async () => {
    const { node, close } = await answering(result({ feerate: -1, blocks: -1 }), result({ feerate: 0.01, blocks: 3 }));
    expect(await node.feePerKilobyte()).toBeNull();
    expect(await node.feePerKilobyte()).toBe(1_000_000n);
    close();
  });

  test.each<[string, unknown, string]>([
    ['leaves a transaction out', [], 'left an answer out'],
    ['answers with another one', [result({ txid: at, vin: [], vout: [] })], 'another transaction'],
    ['refuses one', [{ result: null, error: { code: -5, message: 'none' }, id: 0 }], 'none'],
  ])('a block is not read in part when it %s', async (_what, answers, reason) => {
    const { node, close } = await answering(result(at), block, answers);
    await expect(node.block(5)).rejects.toThrow(reason);
    close();
  });
});
