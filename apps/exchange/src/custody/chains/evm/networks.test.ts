import {
  evmNetworks,
  lowerCaseAddress,
  type OwnEvmChain,
  type OwnEvmNetwork,
  paymentCall,
  readSignedCall,
  testToken,
} from '@fft/chains';
import { http, createWalletClient, parseEther, serializeTransaction, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestNetworks, type TestNetwork, type TestNetworks } from '../../../../testing/test-networks.ts';
import { recordChainFacts } from '../../chain-facts.ts';
import { SignerClient } from '../../payments/signer-client.ts';

/** Two real EVM networks at once. Both have the same addresses, and USDT at the same address with 6 and with 18 decimals. */
const usdt = 1_000_000;
const wholeUsdt = { eth: 10n ** 6n, bsc: 10n ** 18n };
const confirmations = 3;
const recipient = `0x${'12'.repeat(20)}` as const;
/** One of the well-known accounts of a local chain. */
const payer = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');

let at: TestNetworks;
beforeAll(async () => {
  at = await openTestNetworks();
});
afterAll(() => at.close());
beforeEach(() => {
  at.ledger.alarms.length = 0;
});

const held = (customer: number, coin: string): number => at.ledger.held(customer, coin).available;

async function advanceBoth(blocks = confirmations): Promise<void> {
  await at.eth.advance(blocks);
  await at.bsc.advance(blocks);
}

/** A customer with this many USDT that came over Ethereum. */
async function customerWith(amount: bigint): Promise<number> {
  const { customer, address } = await at.ledger.newAddress('ETH');
  await at.eth.pay(at.eth.chain.bank.usdt, address, amount * wholeUsdt.eth);
  await advanceBoth();
  return customer;
}

describe('deposits', () => {
  test('one address is credited with what comes over each network, in that network’s coins and decimals', async () => {
    const { customer, address } = await at.ledger.newAddress('ETH');
    await at.eth.pay(at.eth.chain.bank.usdt, address, 5n * wholeUsdt.eth);
    await at.bsc.pay(at.bsc.chain.bank.usdt, address, 7n * wholeUsdt.bsc);
    await at.eth.pay(null, address, parseEther('1'));
    // A network's own coin must not become another's.
    await at.bsc.pay(null, address, parseEther('2'));
    await advanceBoth();
    expect(held(customer, 'USDT')).toBe(12 * usdt);
    expect(held(customer, 'ETH')).toBe(100_000_000);
    const rows = await at.ledger.deposits(customer);
    expect(new Set(rows.map(({ chain, coin, amount }) => `${amount} ${coin} over ${chain}`))).toEqual(
      new Set([
        `${7 * usdt} USDT over BSC`,
        '200000000 BNB over BSC',
        '100000000 ETH over ETH',
        `${5 * usdt} USDT over ETH`,
      ]),
    );
  });

  test('one transaction that is valid on two networks is one deposit on each', async () => {
    const { customer, address } = await at.ledger.newAddress('ETH');
    const { usdt: contract } = at.eth.chain.bank;
    const amount = 2n * 10n ** 15n;
    const call = paymentCall({ token: contract, to: lowerCaseAddress(address), amount });
    // Without a chain id, as before EIP-155.
    const raw = await payer.signTransaction({
      type: 'legacy',
      nonce: 0,
      gas: 100_000n,
      gasPrice: 10n ** 10n,
      to: call.to,
      data: call.data,
    });
    for (const network of [at.eth, at.bsc]) {
      await network.pay(contract, payer.address, amount);
      await network.node.sendRawTransaction({ serializedTransaction: raw });
    }
    await advanceBoth();
    const rows = await at.ledger.deposits(customer);
    expect(new Set(rows.map(({ txid }) => txid)).size).toBe(1);
    expect(new Set(rows.map(({ chain, state, amount: units }) => `${chain} ${state} ${units}`))).toEqual(
      new Set(['BSC small 2000', `ETH credited ${amount}`]),
    );
    expect(held(customer, 'USDT')).toBe(Number(amount));
  });
});

describe('withdrawals', () => {
  async function receives(
    network: TestNetwork,
    amount: number,
    chain: 'ETH' | 'BSC',
    customer: number,
  ): Promise<bigint> {
    const { bank } = network.chain;
    const before = await bank.balance(bank.usdt, recipient);
    const row = await at.ledger.approved({ customer, chain, address: recipient, amount });
    await network.custody.tick();
    await network.advance(confirmations);
    expect(await at.ledger.withdrawal(row.id)).toMatchObject({ state: 'done', chain });
    return (await bank.balance(bank.usdt, recipient)) - before;
  }

  test('money that came over one network leaves over each, with nonces of their own', async () => {
    const customer = await customerWith(50n);
    expect(await receives(at.eth, 10 * usdt, 'ETH', customer)).toBe(10n * wholeUsdt.eth);
    expect(await receives(at.bsc, 15 * usdt, 'BSC', customer)).toBe(15n * wholeUsdt.bsc);
    expect(held(customer, 'USDT')).toBe(25 * usdt);
    const payments = await at.ledger.database.db
      .selectFrom('chain_payments')
      .select(['chain', 'nonce'])
      .where('purpose', '=', 'withdrawal')
      .execute();
    const noncesOf = (name: string) => payments.filter(({ chain }) => chain === name).map(({ nonce }) => nonce);
    // Gas for sweeps has taken Ethereum's first ones.
    expect(noncesOf('BSC')).toEqual([0]);
    expect(noncesOf('ETH')).not.toContain(0);
    // What is held of a coin counts wherever it is.
    for (const { custody } of [at.eth, at.bsc]) {
      const lines = await custody.checkSolvency();
      expect(lines.every((line) => line.held + line.elsewhere >= line.owed)).toBe(true);
    }
    const [onEth] = (await at.eth.custody.checkSolvency()).filter(({ coin }) => coin === 'USDT');
    const [onBsc] = (await at.bsc.custody.checkSolvency()).filter(({ coin }) => coin === 'USDT');
    expect(onEth?.elsewhere).toBe((onBsc?.held ?? 0n) / 10n ** 12n);
    expect(onBsc?.elsewhere).toBe((onEth?.held ?? 0n) * 10n ** 12n);
  });

  test('a payment signed for one network is refused by the other', async () => {
    const customer = await customerWith(20n);
    const row = await at.ledger.approved({ customer, chain: 'ETH', address: recipient, amount: 20 * usdt });
    await at.eth.custody.tick();
    const { raw } = await at.ledger.database.db
      .selectFrom('chain_attempts')
      .innerJoin('chain_payments', 'chain_payments.id', 'payment')
      .select('raw')
      .where('purpose', '=', 'withdrawal')
      .where('reference', '=', row.id)
      .executeTakeFirstOrThrow();
    expect((await readSignedCall(raw))?.chainId).toBe(at.eth.chain.chainId);
    const replay = createWalletClient({ transport: http(at.bsc.chain.rpcUrl, { retryCount: 0 }) });
    await expect(replay.sendRawTransaction({ serializedTransaction: raw as Hex })).rejects.toThrow(/chain id/i);
    await at.eth.advance(confirmations);
    expect((await at.ledger.withdrawal(row.id)).state).toBe('done');
  });

  test('the signer signs no bytes of another network, nor a withdrawal that was decided for another', async () => {
    const customer = await customerWith(20n);
    const row = await at.ledger.approved({ customer, chain: 'ETH', address: recipient, amount: 20 * usdt });
    const order = at.ledger.authority.orderOf(row);
    if (!order) throw new Error('an approved withdrawal has an order');
    const { id: reference, ...withdrawal } = order;
    const signer = new SignerClient(at.demo.signerSocket);
    const ask = (chainId: number, units: bigint) =>
      signer.sign({
        chain: 'BSC',
        key: { branch: 1, index: 0 },
        purpose: 'withdrawal',
        reference,
        withdrawal,
        transaction: serializeTransaction({
          type: 'eip1559',
          chainId,
          nonce: 900,
          gas: 100_000n,
          maxFeePerGas: 1n,
          ...paymentCall({ token: at.bsc.chain.bank.usdt, to: recipient, amount: 20n * units }),
        }),
      });
    await expect(ask(at.eth.chain.chainId, wholeUsdt.eth)).rejects.toThrow('the transaction is for chain 31337');
    await expect(ask(at.bsc.chain.chainId, wholeUsdt.bsc)).rejects.toThrow('differs from the authorized withdrawal');
    await at.eth.custody.tick();
    await at.eth.advance(confirmations);
  });

  test('a withdrawal moved to another network in the tables is not paid', async () => {
    const customer = await customerWith(20n);
    const row = await at.ledger.approved({ customer, chain: 'ETH', address: recipient, amount: 20 * usdt });
    const { db } = at.ledger.database;
    await db.updateTable('withdrawals').set({ chain: 'BSC' }).where('id', '=', row.id).execute();
    await at.bsc.advance(2);
    expect((await at.ledger.withdrawal(row.id)).state).toBe('review');
    expect(at.ledger.alarms.join()).toContain('withdrawal.altered');
  });
});

test('a second token comes over each network in its own decimals, and leaves over the other', async () => {
  const { customer, address } = await at.ledger.newAddress('ETH');
  const [{ USDC: ofEth }, { USDC: ofBsc }] = [at.eth.chain.bank.contracts, at.bsc.chain.bank.contracts];
  await at.eth.pay(ofEth, address, 30n * wholeUsdt.eth);
  await at.bsc.pay(ofBsc, address, 5n * wholeUsdt.bsc);
  await advanceBoth();
  expect([held(customer, 'USDC'), held(customer, 'USDT')]).toEqual([35_000_000, 0]);
  const order = { customer, coin: 'USDC', chain: 'BSC', address: recipient, amount: 20_000_000 } as const;
  const row = await at.ledger.approved(order);
  await at.bsc.custody.tick();
  await at.bsc.advance(confirmations);
  expect((await at.ledger.withdrawal(row.id)).state).toBe('done');
  expect(await at.bsc.chain.bank.balance(ofBsc, recipient)).toBe(20n * wholeUsdt.bsc);
});

test('a network’s own coin comes and goes once it is listed', async () => {
  await at.ledger.gateway.submit({ type: 'openAsset', asset: { code: 'BNB', decimals: 8 } });
  at.bsc.custody = await at.ledger.openCustody(at.bsc.settings);
  const { customer, address } = await at.ledger.newAddress('BSC');
  await at.bsc.pay(null, address, parseEther('2'));
  await at.bsc.advance(confirmations);
  expect([held(customer, 'BNB'), held(customer, 'ETH')]).toEqual([200_000_000, 0]);
  const before = await at.bsc.chain.bank.balance(null, recipient);
  const order = { customer, coin: 'BNB', address: recipient, amount: 150_000_000 } as const;
  // Over a network where it is not, nothing is paid.
  const wrong = await at.ledger.approved({ ...order, chain: 'ETH', amount: 50_000_000 });
  const row = await at.ledger.approved({ ...order, chain: 'BSC' });
  await at.bsc.custody.tick();
  await at.eth.advance();
  await at.bsc.advance(confirmations);
  expect((await at.ledger.withdrawal(row.id)).state).toBe('done');
  expect((await at.bsc.chain.bank.balance(null, recipient)) - before).toBe(parseEther('1.5'));
  expect((await at.ledger.withdrawal(wrong.id)).state).toBe('approved');
  expect(at.ledger.alarms.join()).toContain('its coin is not on this chain');
});

describe('a network is not opened', () => {
  test('with a token of other decimals than the listing’s', async () => {
    const wallet = createWalletClient({ account: payer, transport: http(at.eth.chain.rpcUrl) });
    const hash = await wallet.deployContract({ ...testToken, args: ['USDT', 'USDT', 18, 1n], chain: null });
    await at.eth.node.mine({ blocks: 1 });
    const { contractAddress } = await at.eth.node.getTransactionReceipt({ hash });
    const opening = at.ledger.openCustody({ ...at.eth.settings, contracts: { USDT: contractAddress ?? '' } });
    await expect(opening).rejects.toThrow(/USDT of ETH has 18 decimals at 0x\w+, and 6 in the listing/);
    const none = at.ledger.openCustody({ ...at.eth.settings, contracts: { USDT: recipient } });
    await expect(none).rejects.toThrow(`USDT of ETH: there is no token at ${recipient}`);
    const { contracts } = await at.ledger.database.db
      .selectFrom('custody_chains')
      .select('contracts')
      .where('chain', '=', 'ETH')
      .executeTakeFirstOrThrow();
    expect(contracts).toEqual(at.eth.settings.contracts);
  });

  test('whose chain is followed under another name', async () => {
    const { db } = at.ledger.database;
    const row = await db.selectFrom('custody_chains').selectAll().where('chain', '=', 'BSC').executeTakeFirstOrThrow();
    const again = { ...row, chain: 'POLYGON' } as const;
    const unread = () => Promise.reject(new Error('no block is read'));
    await expect(recordChainFacts(db, at.ledger.directory, again, unread)).rejects.toThrow(
      'the node of POLYGON follows 31338, which the books have as BSC',
    );
    const values = { ...again, contracts: '{}', hot: '[]' };
    await expect(db.insertInto('custody_chains').values(values).execute()).rejects.toThrow('custody_chains_network');
  });

  test('by a node of another chain', async () => {
    const wrong = { ...at.bsc.settings, chainId: 56 };
    await expect(at.ledger.openCustody(wrong)).rejects.toThrow('the node of BSC follows chain 31338, not 56');
  });

  test('by another name than its chain id’s, whatever the settings say', async () => {
    const { bsc } = at;
    const of = (chain: OwnEvmChain, coins: OwnEvmNetwork['coins'] = []) => {
      const description: OwnEvmNetwork = { ...evmNetworks.BSC, chain, chainId: 31_338, title: 'Other', coins };
      return at.ledger.openCustody({ ...bsc.settings, chain, chainId: 31_338, description });
    };
    await expect(of('EVM59144')).rejects.toThrow('the node of EVM59144 follows chain 31338, not 59144');
    await expect(of('EVM31338')).rejects.toThrow('the signer serves no keys for EVM31338');
    const undescribed = at.ledger.openCustody({ ...bsc.settings, chain: 'EVM31338' });
    await expect(undescribed).rejects.toThrow('NETWORKS must have it');
    const terms = { fee: '1', min: '2', max: '3', minDeposit: '1' };
    const coin = { coin: 'USDT', contract: bsc.chain.bank.usdt, chainDecimals: 18, ...terms };
    // This ledger's settings describe no network, so that the coin isn't on it.
    await expect(of('EVM31338', [coin])).rejects.toThrow("NETWORKS EVM31338.coins has USDT, which isn't a listed coin");
  });
});
