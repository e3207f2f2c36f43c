import { hex } from '@scure/base';
import { mnemonicToSeedSync } from '@scure/bip39';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hotKey, type KeyRef } from '../keys.ts';
import { outputsOf, spendsOf } from './block.ts';
import { addressOfScript, scriptOfAddress, UtxoPrivateKeys, UtxoPublicKeys } from './keys.ts';
import { utxoNetworks } from './network.ts';
import { type PaymentPlan, planPayment, type PlanOptions, type UtxoCoin, virtualSize } from './plan.ts';
import { readUnsigned, signUnsigned, unsignedOf } from './unsigned.ts';

const network = utxoNetworks['litecoin-regtest'];
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const secret = new UtxoPrivateKeys(seed, network);
const keys = new UtxoPublicKeys(secret.xpub, network);
const stranger = new UtxoPublicKeys(new UtxoPrivateKeys(seed.toReversed(), network).xpub, network);
const outside = stranger.addressOf(hotKey);
const customer: KeyRef = { branch: 0, index: 7 };

describe('keys', () => {
  test('match other wallets: the examples of BIP 84', () => {
    const words = `${'abandon '.repeat(11)}about`;
    const wallet = new UtxoPublicKeys(
      new UtxoPrivateKeys(mnemonicToSeedSync(words), utxoNetworks.bitcoin).xpub,
      utxoNetworks.bitcoin,
    );
    expect(wallet.addressOf({ branch: 0, index: 0 })).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(wallet.addressOf({ branch: 0, index: 1 })).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
    expect(wallet.addressOf(hotKey)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  });

  test('a private extended key is refused', async () => {
    const { HDKey } = await import('@scure/bip32');
    const { privateExtendedKey } = HDKey.fromMasterSeed(seed);
    expect(() => new UtxoPublicKeys(privateExtendedKey, network)).toThrow('got a private one');
  });

  test('addresses of other networks and invalid ones have no script', () => {
    const address = keys.addressOf(customer);
    expect(scriptOfAddress(address, network)).toBe(keys.scriptOf(customer));
    expect(addressOfScript(keys.scriptOf(customer), network)).toBe(address);
    for (const other of ['bitcoin', 'litecoin', 'bitcoin-regtest'] as const) {
      expect(scriptOfAddress(address, utxoNetworks[other])).toBeNull();
    }
    expect(scriptOfAddress(`${address.slice(0, -1)}q`, network)).toBeNull();
    expect(scriptOfAddress('', network)).toBeNull();
    expect(addressOfScript('6a0548656c6c6f', network)).toBeNull();
  });
});

const coin = (amount: bigint, vout = 0, key: KeyRef = hotKey): UtxoCoin => ({
  txid: 'ab'.repeat(32),
  vout,
  amount,
  key,
});
const options = (changes: Partial<PlanOptions> = {}): PlanOptions => ({
  network,
  recipient: outside,
  amount: 1_000_000n,
  changeKey: hotKey,
  coins: [coin(400_000n, 0, customer), coin(900_000n, 1), coin(50_000n, 2), coin(800_000n, 3)],
  feePerKilobyte: 20_000n,
  maxFee: 100_000n,
  ...changes,
});

function planned(changes: Partial<PlanOptions> = {}): PaymentPlan {
  const plan = planPayment(options(changes));
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
}

describe('a plan', () => {
  test('spends the fewest coins, largest first, and returns the change', () => {
    const plan = planned();
    expect(plan.coins.map(({ vout }) => vout)).toEqual([1, 3]);
    expect(plan.fee).toBe(virtualSize(2, [22, 22], network) * 20n);
    expect(plan.change).toBe(700_000n - plan.fee);
  });

  test('adds dust change to the fee', () => {
    const fee = virtualSize(1, [22], network) * 20n;
    const plan = planned({ coins: [coin(1_000_000n + fee + 100n)] });
    expect(plan).toMatchObject({ change: 0n, fee: fee + 100n });
  });

  test('adds a coin if the fee requires it', () => {
    const fee = virtualSize(1, [22], network) * 20n;
    expect(planned({ coins: [coin(1_000_000n + fee), coin(1n, 1)] }).coins).toHaveLength(1);
    expect(planned({ coins: [coin(1_000_000n + fee - 1n), coin(90_000n, 1)] }).coins).toHaveLength(2);
  });

  test.each([
    ['address', { recipient: utxoNetworks.bitcoin.bech32 }],
    ['address', { recipient: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }],
    ['dust', { amount: network.dust - 1n }],
    ['tooLittle', { amount: 2_150_000n }],
    ['tooLittle', { coins: [] }],
    ['feeTooHigh', { feePerKilobyte: 1_000_000n }],
    ['tooLittle', { coins: Array.from({ length: 300 }, (_, vout) => coin(4_000n, vout)), maxFee: 10n ** 9n }],
  ] as const)('is refused: %s', (reason, changes) => {
    expect(planPayment(options(changes))).toBe(reason);
  });

  test('that replaces another spends its coins, pays the same, and satisfies both fee rules', () => {
    const first = planned();
    const second = planned({ replaces: first, feePerKilobyte: 20_000n });
    expect(second.coins.slice(0, 2)).toEqual(first.coins);
    expect(second.fee).toBe(first.fee + virtualSize(2, [22, 22], network) * 10n);
    expect(second.amount).toBe(first.amount);
    expect(planned({ replaces: first, feePerKilobyte: 90_000n }).fee).toBe(virtualSize(2, [22, 22], network) * 90n);
    // The higher fee may need another coin.
    const tight = planned({ coins: [coin(1_000_000n + virtualSize(1, [22], network) * 20n)] });
    expect(tight.change).toBe(0n);
    expect(planned({ replaces: tight }).coins.length).toBeGreaterThan(1);
    expect(planPayment(options({ replaces: tight, coins: [] }))).toBe('tooLittle');
  });
});

describe('a PSBT', () => {
  const altered = (change: (transaction: Transaction) => void, plan = planned()): string => {
    const transaction = Transaction.fromPSBT(hex.decode(unsignedOf(plan, keys)), { allowUnknownOutputs: true });
    change(transaction);
    return hex.encode(transaction.toPSBT());
  };

  test('contains the plan', () => {
    const plan = planned({ amount: 2_000_000n });
    expect(plan.coins).toHaveLength(3);
    const { coins, recipient, amount, fee, change } = plan;
    const read = { coins, recipient, amount, further: [], fee, change: { key: hotKey, amount: change } };
    expect(readUnsigned(unsignedOf(plan, keys), keys)).toEqual(read);
  });

  test('is signed to a transaction of the planned size', () => {
    const plan = planned({ amount: 2_000_000n });
    const { raw, txid } = signUnsigned(unsignedOf(plan, keys), keys, secret);
    const transaction = Transaction.fromRaw(hex.decode(raw));
    expect(transaction.id).toBe(txid);
    const size = virtualSize(3, [22, 22], network);
    expect(BigInt(transaction.vsize)).toBeLessThanOrEqual(size);
    expect(BigInt(transaction.vsize)).toBeGreaterThan(size - 5n);
    expect(signUnsigned(unsignedOf(plan, keys), keys, secret).txid).toBe(txid);
  });

  test('is refused with other keys', () => {
    expect(readUnsigned(unsignedOf(planned(), keys), stranger)).toBeNull();
    expect(() => signUnsigned(unsignedOf(planned(), keys), stranger, secret)).toThrow('only payments');
  });

  test.each([
    ['a second payment', (tx: Transaction) => tx.addOutputAddress(outside, 6_000n, network)],
    ['a note', (tx: Transaction) => tx.addOutput({ script: hex.decode('6a0161'), amount: 0n })],
    ['another sequence number', (tx: Transaction) => tx.updateInput(0, { sequence: 0xffff_ffff }, true)],
    ['another kind of signature', (tx: Transaction) => tx.updateInput(0, { sighashType: 0x83 }, true)],
    ['an amount beyond what comes in', (tx: Transaction) => tx.updateOutput(0, { amount: 2_000_000n }, true)],
    [
      'another owner’s coin',
      (tx: Transaction) =>
        tx.updateInput(0, { witnessUtxo: { script: hex.decode(stranger.scriptOf(hotKey)), amount: 1n } }, true),
    ],
    ['no payment at all', (tx: Transaction) => tx.updateOutput(0, { script: hex.decode('6a0161') }, true)],
  ])('is refused with %s', (_what, change) => {
    expect(readUnsigned(altered(change), keys)).toBeNull();
  });

  test.each(['', '00', 'zz', '70736274ff'])('is refused if invalid (%s)', (bytes) => {
    expect(readUnsigned(bytes, keys)).toBeNull();
  });

  test('contains a batch in the order of its payments, with the change last', () => {
    const further = [
      { recipient: stranger.addressOf(hotKey), amount: 70_000n },
      { recipient: outside, amount: 60_000n },
    ];
    const plan = planned({ amount: 50_000n, further });
    const bytes = unsignedOf(plan, keys);
    const { amount, fee, change } = plan;
    expect(readUnsigned(bytes, keys)).toMatchObject({ amount, further, fee, change: { key: hotKey, amount: change } });
    const size = virtualSize(plan.coins.length, [22, 22, 22, 22], network);
    const signed = Transaction.fromRaw(hex.decode(signUnsigned(bytes, keys, secret).raw));
    expect(BigInt(signed.vsize)).toBeLessThanOrEqual(size);
    expect(plan.coins.reduce((sum, coin) => sum + coin.amount, 0n)).toBe(180_000n + fee + change);
  });

  test('counts what pays another key than ours as a payment, whatever it claims', () => {
    const bytes = altered((tx) => tx.updateOutput(1, { script: hex.decode(stranger.scriptOf(hotKey)) }, true));
    expect(readUnsigned(bytes, keys)).toMatchObject({
      further: [{ recipient: stranger.addressOf(hotKey) }],
      change: null,
    });
  });

  test('is decoded with its real recipient', () => {
    const bytes = altered((tx) => tx.updateOutput(0, { script: hex.decode(stranger.scriptOf(customer)) }, true));
    expect(readUnsigned(bytes, keys)?.recipient).toBe(stranger.addressOf(customer));
  });
});

describe('Dogecoin, which has no SegWit', () => {
  const dogecoin = utxoNetworks.dogecoin;
  const own = new UtxoPrivateKeys(seed, dogecoin);
  const ours = new UtxoPublicKeys(own.xpub, dogecoin);
  const outsider = new UtxoPublicKeys(new UtxoPrivateKeys(seed.toReversed(), dogecoin).xpub, dogecoin).addressOf(
    hotKey,
  );

  /** A transaction that made coins of ours, of these amounts. */
  function sourceOf(...amounts: bigint[]): { id: string; raw: string; coins: UtxoCoin[] } {
    const source = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true });
    const script = hex.decode(ours.scriptOf(customer));
    for (const amount of amounts) source.addOutput({ script, amount });
    source.addInput({ txid: 'cd'.repeat(32), index: 0, finalScriptSig: hex.decode('0151') });
    const { id } = source;
    return {
      id,
      raw: hex.encode(source.toBytes(true)),
      coins: amounts.map((amount, vout) => ({ txid: id, vout, amount, key: customer })),
    };
  }
  const source = sourceOf(500_000_000n, 700_000_000n);
  const sources = new Map([[source.id, source.raw]]);
  const spend = (changes: Partial<PlanOptions> = {}): PaymentPlan => {
    const plan = planPayment({
      network: dogecoin,
      recipient: outsider,
      amount: 1_000_000_000n,
      changeKey: hotKey,
      coins: source.coins,
      feePerKilobyte: 1_000_000n,
      maxFee: dogecoin.maxFee,
      ...changes,
    });
    if (typeof plan === 'string') throw new Error(plan);
    return plan;
  };

  test('addresses match other wallets: the usual test phrase at BIP 44', () => {
    const words = `${'abandon '.repeat(11)}about`;
    const wallet = new UtxoPublicKeys(new UtxoPrivateKeys(mnemonicToSeedSync(words), dogecoin).xpub, dogecoin);
    expect(wallet.addressOf({ branch: 0, index: 0 })).toBe('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC');
    expect(scriptOfAddress('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC', dogecoin)).toBe(
      wallet.scriptOf({ branch: 0, index: 0 }),
    );
    expect(scriptOfAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', dogecoin)).toBeNull();
  });

  test('a transaction has the planned size, and its amounts come from the sources', () => {
    const plan = spend();
    const bytes = unsignedOf(plan, ours, sources);
    expect(readUnsigned(bytes, ours)).toMatchObject({ coins: plan.coins, amount: plan.amount, fee: plan.fee });
    const { raw, txid } = signUnsigned(bytes, ours, own);
    const signed = Transaction.fromRaw(hex.decode(raw));
    expect(signed.id).toBe(txid);
    const size = virtualSize(2, [25, 25], dogecoin);
    expect(BigInt(raw.length / 2)).toBeLessThanOrEqual(size);
    expect(BigInt(raw.length / 2)).toBeGreaterThan(size - 6n);
  });

  test.each<[string, () => string]>([
    ['no source', () => unsignedOf(spend(), ours)],
    [
      'another transaction as the source',
      () => unsignedOf(spend(), ours, new Map([[source.id, sourceOf(1n, 2n).raw]])),
    ],
    [
      'a claimed amount instead of a source',
      () => {
        const claimed = new Transaction();
        for (const { txid, vout, amount, key } of source.coins)
          claimed.addInput({
            txid,
            index: vout,
            sequence: 0xffff_fffd,
            witnessUtxo: { script: hex.decode(ours.scriptOf(key)), amount },
            bip32Derivation: [
              [ours.publicKeyOf(key), { fingerprint: ours.fingerprint, path: [key.branch, key.index] }],
            ],
          });
        claimed.addOutput({ script: hex.decode(scriptOfAddress(outsider, dogecoin) ?? ''), amount: 1_000n });
        return hex.encode(claimed.toPSBT());
      },
    ],
  ])('%s: nothing is signed', (_what, make) => {
    let bytes = '';
    try {
      bytes = make();
    } catch {
      // It can't even be written.
    }
    expect(readUnsigned(bytes, ours)).toBeNull();
  });

  test('a source whose bytes were changed is not that source', () => {
    const bytes = unsignedOf(spend(), ours, sources);
    const amount = Buffer.alloc(8);
    amount.writeBigUInt64LE(700_000_000n);
    const more = Buffer.alloc(8);
    more.writeBigUInt64LE(900_000_000n);
    expect(bytes).toContain(amount.toString('hex'));
    expect(readUnsigned(bytes.replaceAll(amount.toString('hex'), more.toString('hex')), ours)).toBeNull();
  });

  test('no plan spends more coins than fit into a request', () => {
    const coins = Array.from({ length: 60 }, (_, vout) => ({ ...coin(100_000_000n, vout), key: customer }));
    expect(planPayment({ ...spendOptions(coins), amount: 5_000_000_000n })).toBe('tooLittle');
    expect(planPayment({ ...spendOptions(coins), amount: 3_000_000_000n })).toMatchObject({ amount: 3_000_000_000n });
  });

  const spendOptions = (coins: readonly UtxoCoin[]): Omit<PlanOptions, 'amount'> => ({
    network: dogecoin,
    recipient: outsider,
    changeKey: hotKey,
    coins,
    feePerKilobyte: 1_000_000n,
    maxFee: dogecoin.maxFee,
  });
});

describe('outputs and spends of a block', () => {
  const made = { txid: 'aa', vin: [{}], vout: [{ n: 0, value: '12.50000000', scriptPubKey: { hex: '0014aa' } }] };
  const paid = {
    txid: 'bb',
    vin: [{ txid: 'aa', vout: 0 }],
    vout: [
      { n: 0, value: '0.10000000', scriptPubKey: { hex: '0014bb' } },
      { n: 1, value: '12.39999999', scriptPubKey: { hex: '0014bb' } },
    ],
  };

  test('include each output by index, in smallest units', () => {
    expect(outputsOf([made, paid])).toEqual([
      { txid: 'aa', vout: 0, script: '0014aa', amount: 1_250_000_000n, isGenerated: true },
      { txid: 'bb', vout: 0, script: '0014bb', amount: 10_000_000n, isGenerated: false },
      { txid: 'bb', vout: 1, script: '0014bb', amount: 1_239_999_999n, isGenerated: false },
    ]);
    expect(spendsOf([made, paid])).toEqual([{ txid: 'aa', vout: 0, by: 'bb' }]);
  });

  test('exclude Litecoin’s MWEB parts', () => {
    const hidden = {
      txid: 'cc',
      vin: [{ ismweb: true }, { txid: 'bb', vout: 1 }],
      vout: [{ ismweb: true }, { n: 1, value: '1.00000000', scriptPubKey: { hex: '00' } }],
    };
    expect(outputsOf([hidden])).toEqual([
      { txid: 'cc', vout: 1, script: '00', amount: 100_000_000n, isGenerated: false },
    ]);
    expect(spendsOf([hidden])).toEqual([{ txid: 'bb', vout: 1, by: 'cc' }]);
  });

  test.each(['0.00000001', '0.1', '0.29000000', '1.15', '90071992.54740993', '132670764300.12345678'])(
    '%s is converted exactly',
    (value) => {
      const [output] = outputsOf([{ txid: 'aa', vin: [], vout: [{ n: 0, value, scriptPubKey: { hex: '' } }] }]);
      expect(output?.amount).toBe(BigInt(`${value.split('.')[0]}${value.split('.')[1]?.padEnd(8, '0')}`));
    },
  );

  test.each(['-1', '1e-8', '0.123456789', ''])('"%s" is refused', (value) => {
    const transaction = { txid: 'aa', vin: [], vout: [{ n: 0, value, scriptPubKey: { hex: '' } }] };
    expect(() => outputsOf([transaction])).toThrow('cannot be converted exactly');
  });
});
