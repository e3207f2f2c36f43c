import { tronAddress, type TronPayment } from '@fft/chains';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestTron } from '../../../../testing/test-tron.ts';
import { TronBytesDoubted, TronNode, TronRefusal } from './tron-node.ts';

const server = await openTestTron();
const node = new TronNode(server.url, 'a key');
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** On Tron's main chain. */
const raw =
  '0a0285372208f373eda9e68b4dc14098a2f1d582325aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15418ca132af72e7864eee48eac163a1fb4028662091' +
  '121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000041838eed07fa72a857058e4f9f98bf0e6a2f1af473000000000000000000000000000000000000000000000000000000000000465170d5dbedd58232900180c2d72f';
const txid = '5e8e3cdf239f31c678b6119c95c76c402a71f50947d960c3905825ee648cd75a';
const payment: TronPayment = {
  owner: tronAddress('8ca132af72e7864eee48eac163a1fb4028662091'),
  token: usdt,
  to: tronAddress('838eed07fa72a857058e4f9f98bf0e6a2f1af473'),
  amount: 18_001n,
};
const limits = { feeLimit: 100_000_000n, now: 1_718_703_844_821 };
const blockID = `${'0'.repeat(8)}03bc860a${'12'.repeat(24)}`;
const blockAt = (number: number, id = blockID, transactions: object[] = []) => ({
  blockID: id,
  block_header: {
    raw_data: {
      number,
      txTrieRoot: '00'.repeat(32),
      witness_address: '41aa',
      parentHash: 'ab'.repeat(32),
      version: 30,
      timestamp: 1,
    },
    witness_signature: 'aa',
  },
  ...(transactions.length > 0 && { transactions }),
});
const info = (id: string, result = 'SUCCESS') => ({
  log: [
    {
      address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      topics: [
        'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        '0000000000000000000000008ca132af72e7864eee48eac163a1fb4028662091',
        '000000000000000000000000838eed07fa72a857058e4f9f98bf0e6a2f1af473',
      ],
      data: '0000000000000000000000000000000000000000000000000000000000004651',
    },
  ],
  blockNumber: 62_686_538,
  contractResult: ['00'.repeat(32)],
  blockTimeStamp: 1_718_703_846_000,
  receipt: { result, energy_usage: 31_895, energy_usage_total: 31_895, net_usage: 345 },
  id,
  contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  ...(result !== 'SUCCESS' && { result: 'FAILED', resMessage: '524556455254206f70636f6465206578656375746564' }),
});
/** Receipt of a plain TRX payment: no contract, no result. */
const plain = (id: string) => ({ id, blockNumber: 62_686_538, receipt: { net_usage: 268 } });

describe('reads', () => {
  test('the head and the highest final block are reported', async () => {
    server.answer('/wallet/getnowblock', blockAt(62_686_538));
    server.answer('/walletsolidity/getnowblock', blockAt(62_686_519));
    expect(await node.head()).toEqual({ height: 62_686_538, hash: blockID });
    expect(await node.final()).toEqual({ height: 62_686_519, time: 1 });
    expect(server.asked.map(({ apiKey }) => apiKey)).toEqual(['a key', 'a key']);
  });

  test('a block contains its transfers without those of failed calls', async () => {
    const [failed, other] = ['fa'.repeat(32), '0f'.repeat(32)];
    const ids = [txid, failed, other];
    server.answer(
      '/wallet/getblockbynum',
      blockAt(
        62_686_538,
        blockID,
        ids.map((txID) => ({ txID, ret: [{}] })),
      ),
    );
    server.answer('/wallet/gettransactioninfobyblocknum', [info(txid), info(failed, 'REVERT'), plain(other)]);
    const { owner: from, to, token, amount } = payment;
    expect(await node.block(62_686_538, new Set([usdt]))).toEqual({
      height: 62_686_538,
      hash: blockID,
      parent: 'ab'.repeat(32),
      txids: ids,
      transfers: [{ txid, position: 0, from, to, token, amount }],
    });
  });

  test('a height above the head has no block, and a block may be empty', async () => {
    server.answer('/wallet/getblockbynum', {});
    expect(await node.block(1, new Set([usdt]))).toBeNull();
    server.answer('/wallet/getblockbynum', blockAt(1));
    server.answer('/wallet/gettransactioninfobyblocknum', []);
    expect((await node.block(1, new Set([usdt])))?.transfers).toEqual([]);
  });

  test('a block is not returned if the chain reorganises during the read, since its transfers may be of either version', async () => {
    let looks = 0;
    server.answerBy('/wallet/getblockbynum', () => blockAt(1, looks++ === 0 ? blockID : 'cd'.repeat(32)));
    server.answer('/wallet/gettransactioninfobyblocknum', [info(txid)]);
    expect(await node.block(1, new Set([usdt]))).toBeNull();
  });

  test('a block that the node has only in part is not returned', async () => {
    server.answer('/wallet/getblockbynum', blockAt(1, blockID, [{ txID: txid }]));
    server.answer('/wallet/gettransactioninfobyblocknum', []);
    await expect(node.block(1, new Set([usdt]))).rejects.toThrow('reports no result for some transactions');
  });

  test('the outcome of a transaction is reported', async () => {
    server.answerBy('/wallet/gettransactioninfobyid', ({ value }) => (value === txid ? info(txid) : {}));
    const landed = await node.receipt(txid);
    expect(landed).toMatchObject({ height: 62_686_538, isGood: true, isPlain: false, cost: 0n });
    const { owner: from, to, token, amount } = payment;
    expect(landed?.moved(new Set([usdt]))).toEqual([{ txid, position: 0, from, to, token, amount }]);
    expect(await node.receipt('00'.repeat(32))).toBeNull();
    server.answer('/wallet/gettransactioninfobyid', info(txid, 'OUT_OF_ENERGY'));
    expect(await node.receipt(txid)).toMatchObject({ height: 62_686_538, isGood: false, isPlain: false, cost: 0n });
  });

  test('the balance of an account and whether it is a contract are reported', async () => {
    server.answer('/wallet/triggerconstantcontract', {
      result: { result: true },
      energy_used: 935,
      constant_result: ['0000000000000000000000000000000000000000000000000000000040cfcc00'],
    });
    expect(await node.balance(usdt, payment.owner)).toBe(0x40cfcc00n);
    expect(server.asked[0]?.body).toEqual({
      owner_address: payment.owner,
      contract_address: usdt,
      function_selector: 'balanceOf(address)',
      parameter: '0000000000000000000000008ca132af72e7864eee48eac163a1fb4028662091',
      visible: true,
    });
    server.answerBy('/wallet/getcontract', ({ value }) =>
      value === usdt ? { bytecode: '60', contract_address: usdt } : {},
    );
    expect([await node.isContract(usdt), await node.isContract(payment.to)]).toEqual([true, false]);
  });
});

describe('payments', () => {
  const made = (raw_data_hex: string) => ({
    result: { result: true },
    transaction: { visible: true, txID: txid, raw_data: {}, raw_data_hex },
  });

  test('a payment burns at most a fifth more than its trial run', async () => {
    server.answer('/wallet/triggerconstantcontract', {
      result: { result: true },
      energy_used: 64_285,
      constant_result: ['01'],
    });
    server.answer('/wallet/getchainparameters', {
      chainParameter: [{ key: 'getAllowUpdateAccountName' }, { key: 'getEnergyFee', value: 210 }],
    });
    expect(await node.feeLimit(payment)).toBe((64_285n * 210n * 120n) / 100n);
    server.answer('/wallet/getchainparameters', { chainParameter: [] });
    await expect(node.feeLimit(payment)).rejects.toThrow('the price of energy');
  });

  test('a payment that the contract itself refuses is not tried further', async () => {
    server.answer('/wallet/triggerconstantcontract', {
      result: { result: true, message: '524556455254206f70636f6465206578656375746564' },
      energy_used: 2_000,
      constant_result: [''],
    });
    await expect(node.feeLimit(payment)).rejects.toThrow('REVERT opcode executed');
  });

  test('the node’s bytes are returned for signing if they match the request', async () => {
    server.answer('/wallet/triggersmartcontract', made(raw));
    expect(await node.make(payment, limits)).toBe(raw);
    expect(server.asked[0]?.body).toMatchObject({
      owner_address: payment.owner,
      parameter:
        '000000000000000000000000838eed07fa72a857058e4f9f98bf0e6a2f1af4730000000000000000000000000000000000000000000000000000000000004651',
      fee_limit: 100_000_000,
      call_value: 0,
    });
  });

  test.each([
    ['recipient', raw.replace('838eed07', '838eed08')],
    ['amount', raw.replace('465170d5', '465270d5')],
    ['token', raw.replace('a614f803', 'a614f804')],
    ['owner', raw.replace('8ca132af', '8ca132ae')],
    ['feeLimit', raw.replace('80c2d72f', '81c2d72f')],
    ['unreadable', raw.replace('a9059cbb', '095ea7b3')],
    ['unreadable', raw.slice(2)],
  ] as const)('bytes that differ from the request are refused (%s)', async (doubt, other) => {
    server.answer('/wallet/triggersmartcontract', made(other));
    const refused = await node.make(payment, limits).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TronBytesDoubted);
    expect(refused).toMatchObject({ doubt });
  });

  test('a payment that the node refuses to build reports the node’s own reason', async () => {
    server.answer('/wallet/triggersmartcontract', {
      result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from('account does not exist').toString('hex') },
    });
    await expect(node.make(payment, limits)).rejects.toThrow('CONTRACT_VALIDATE_ERROR: account does not exist');
    server.answer('/wallet/triggersmartcontract', { Error: 'class java.lang.NullPointerException : null' });
    await expect(node.make(payment, limits)).rejects.toThrow(TronRefusal);
  });

  test('a transaction sent twice lands once, and refusals are reported', async () => {
    server.answer('/wallet/broadcasthex', { result: true, code: 'SUCCESS', txid, transaction: '0a' });
    await node.broadcast('0a');
    expect(server.asked[0]?.body).toEqual({ transaction: '0a' });
    server.answer('/wallet/broadcasthex', { code: 'DUP_TRANSACTION_ERROR', txid, message: '44757020' });
    await node.broadcast('0a');
    server.answer('/wallet/broadcasthex', { code: 'TRANSACTION_EXPIRATION_ERROR', txid, message: '6f6c64' });
    await expect(node.broadcast('0a')).rejects.toThrow('TRANSACTION_EXPIRATION_ERROR: old');
  });

  test('a node that does not answer has not refused', async () => {
    await expect(new TronNode(`${server.url}nowhere`).head()).rejects.toThrow('answered 404');
  });
});
