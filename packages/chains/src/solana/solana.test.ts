import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { hotKey } from '../keys.ts';
import { isSolanaWallet, solanaAddress, solanaPrograms, tokenAccountOf } from './address.ts';
import {
  childPoint,
  childSecret,
  type ExtendedSecret,
  hardened,
  isSignedBy,
  pointOf,
  signExtended,
} from './derivation.ts';
import { SolanaPrivateKeys, SolanaPublicKeys } from './keys.ts';
import { decodeMessage, encodeMessage, type Instruction } from './message.ts';
import {
  readSolanaTerms,
  solanaCost,
  solanaMessageOf,
  solanaMismatch,
  type SolanaPayment,
  type SolanaTerms,
} from './payment.ts';
import { readSignedSolana, solanaSigners, withSolanaSignatures } from './signed.ts';
import { isCollectable, solanaTransfersOf } from './transfers.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const keys = new SolanaPrivateKeys(new Uint8Array(32).fill(7));
const publicKeys = new SolanaPublicKeys(keys.xpub);
const hot = publicKeys.addressOf(hotKey);
const deposit = publicKeys.addressOf({ branch: 0, index: 5 });
const stranger = publicKeys.addressOf({ branch: 0, index: 99 });
const terms: SolanaTerms = {
  blockhash: solanaAddress(new Uint8Array(32).fill(9)),
  unitLimit: 1_000,
  unitPrice: 5_000n,
  opensAccount: false,
};
const coins: SolanaPayment = { feePayer: hot, owner: hot, token: null, to: stranger, amount: 1_000_000n };
const tokens: SolanaPayment = { ...coins, token: { mint: usdc, decimals: 6 } };

describe('keys', () => {
  // Published vectors of the ed25519-bip32 library, which Cardano's wallets use.
  const parent = secretOf(
    'f8a29231ee38d6c5bf715d5bac21c750577aa3798b22d79d65bf97d6fadea15adcd1ee1abdf78bd4be64731a12deb94d3671784112eb6f364b871851fd1c9a247384db9ad6003bbd08b3b1ddc0d07a597293ff85e961bf252b331262eddfad0d',
  );
  const hard =
    '60d399da83ef80d8d4f8d223239efdc2b8fef387e1b5219137ffb4e8fbdea15adc9366b7d003af37c11396de9a83734e30e05e851efa32745c9cd7b42712c890608763770eddf77248ab652984b21b849760d1da74a6f5bd633ce41adceef07a';
  const soft =
    'e86a12ba078cdbdf044b488624a50b9f681086c5e7c005222c6fb69e02dfa15a28630505d5878465269ecf096b7ec855780e6e4aed06852676e8ced5bd66d1dad6324d15fe0641021a711f3ef93865b2e41c3cef61b155d57a988156074ce2a8';
  const softPublic =
    '10abaae2cf8f9c2d0cee0a880c0c3f6fcaaae9a1edff667fc567a117f6359c20d6324d15fe0641021a711f3ef93865b2e41c3cef61b155d57a988156074ce2a8';

  test('children and signatures are those of the published vectors', () => {
    expect(textOf(childSecret(parent, hardened))).toBe(hard);
    expect(textOf(childSecret(parent, 0))).toBe(soft);
    const { publicKey, chainCode } = childPoint(pointOf(parent), 0);
    expect(hex.encode(publicKey) + hex.encode(chainCode)).toBe(softPublic);
    const signature = signExtended(secretOf(hard), new TextEncoder().encode('Hello World'));
    expect(hex.encode(signature)).toBe(
      '90194d57cde4fdadd01eb7cf161780c277e129fc7135b97779a3268837e4cd2e9444b9bb91c0e84d23bba870df3c4bda91a110ef735638fa7a34ea2046d4be04',
    );
    expect(() => childPoint(pointOf(parent), hardened)).toThrow('needs the secret');
  });

  test('addresses derive from the public key alone, and each signs for itself only', () => {
    const message = Uint8Array.of(1, 2, 3);
    for (const key of [hotKey, { branch: 0, index: 0 } as const, { branch: 0, index: 2 ** 31 - 1 } as const]) {
      expect(solanaAddress(keys.publicKeyOf(key))).toBe(publicKeys.addressOf(key));
      expect(isSignedBy(keys.publicKeyOf(key), message, keys.sign(key, message))).toBe(true);
      expect(isSignedBy(keys.publicKeyOf(key), Uint8Array.of(1, 2), keys.sign(key, message))).toBe(false);
    }
    expect(new Set([hot, deposit, stranger]).size).toBe(3);
    expect(publicKeys.has({ branch: 1, index: 1 })).toBe(false);
    expect(() => new SolanaPublicKeys(keys.xpub.slice(2))).toThrow('extended public key');
    expect(() => new SolanaPublicKeys(keys.xpub, [hex.encode(new Uint8Array(32).fill(2))])).toThrow('public key');
  });
});

describe('addresses', () => {
  test.each([
    ['a wallet', hot, true],
    ['a token account', tokenAccountOf(hot, usdc), false],
    ['the system program', solanaPrograms.system, false],
    ['the token program', solanaPrograms.token, false],
    ['31 bytes', '1'.repeat(31), false],
    ['another alphabet', `${hot.slice(0, -1)}0`, false],
    ['nothing', '', false],
  ])('%s', (_, address, isOne) => {
    expect(isSolanaWallet(address)).toBe(isOne);
  });
});

describe('payments', () => {
  test.each([
    ['SOL', coins, terms],
    ['SOL of a deposit address, whose fee the hot wallet pays', { ...coins, owner: deposit, to: hot }, terms],
    ['a token', tokens, terms],
    ['a token whose account is opened', tokens, { ...terms, opensAccount: true }],
    ['a token of a deposit address', { ...tokens, owner: deposit, to: hot }, terms],
  ])('%s is read as what was asked, and nothing else', (_, asked, under) => {
    const message = solanaMessageOf(asked, under);
    expect(solanaMismatch(message, asked)).toBeNull();
    expect(readSolanaTerms(message)).toEqual(under);
    expect(solanaSigners(message)).toEqual([...new Set([asked.feePayer, asked.owner])]);
    for (const [mismatch, other] of [
      ['feePayer', { ...asked, feePayer: stranger }],
      ['owner', { ...asked, owner: stranger }],
      ['recipient', { ...asked, to: publicKeys.addressOf({ branch: 0, index: 98 }) }],
      ['amount', { ...asked, amount: asked.amount + 1n }],
      ['token', { ...asked, token: asked.token ? { ...asked.token, decimals: 9 } : { mint: usdc, decimals: 6 } }],
      ['token', { ...asked, token: asked.token ? null : { mint: usdc, decimals: 6 } }],
    ] as const)
      expect(solanaMismatch(message, other)).toBe(mismatch);
  });

  test('no altered byte passes', () => {
    const message = solanaMessageOf(tokens, { ...terms, opensAccount: true });
    const passing = Array.from(message, (byte, index) => {
      const altered = Uint8Array.from(message);
      altered[index] = byte ^ 1;
      return solanaMismatch(altered, tokens) === null ? index : null;
    }).filter((index) => index !== null);
    // Fee and blockhash are terms: budgets bound the one, and the other only decides until when it can be included.
    const under = passing.map((index) => {
      const altered = Uint8Array.from(message);
      altered[index] = (message[index] ?? 0) ^ 1;
      return readSolanaTerms(altered);
    });
    expect(under.every((one) => one?.opensAccount === true)).toBe(true);
    expect(passing).toHaveLength(32 + 4 + 8);
    for (const cut of [1, 40, message.length - 1]) expect(decodeMessage(message.slice(0, cut))).toBeNull();
    expect(solanaMismatch(Uint8Array.of(...message, 0), tokens)).toBe('unreadable');
    expect(solanaMismatch(Uint8Array.of(0x80, ...message), tokens)).toBe('unreadable');
  });

  test.each<[string, (instructions: readonly Instruction[]) => Instruction[]]>([
    ['a second transfer', (all) => [...all, ...all.slice(-1)]],
    [
      'a call of another program',
      (all) => [...all.slice(0, 2), { program: stranger, accounts: [], data: new Uint8Array() }, ...all.slice(2)],
    ],
    ['no compute budget', (all) => all.slice(2)],
    ['another order', ([limit, price, ...rest]) => [price, limit, ...rest].filter((one) => one !== undefined)],
    [
      'one account more',
      (all) =>
        all.map((one) => ({
          ...one,
          accounts: [...one.accounts, { address: stranger, isSigner: false, isWritable: false }],
        })),
    ],
    [
      'another signer',
      (all) => all.map((one) => ({ ...one, accounts: one.accounts.map((use) => ({ ...use, isSigner: true })) })),
    ],
  ])('a message with %s is refused', (_, alter) => {
    const decoded = decodeMessage(solanaMessageOf(coins, terms));
    const altered = decoded && encodeMessage({ ...decoded, instructions: alter(decoded.instructions) });
    expect(altered && solanaMismatch(altered, coins)).not.toBeNull();
  });

  test('the cost has each signature, the priority fee rounded up, and the rent of an account', () => {
    expect(solanaCost(coins, terms)).toBe(5_005n);
    expect(solanaCost({ ...coins, owner: deposit }, { ...terms, unitPrice: 1n })).toBe(10_001n);
    expect(solanaCost(tokens, { ...terms, opensAccount: true })).toBe(5_005n + 2_039_280n);
  });

  test('a signed transaction is read only with every right signature', () => {
    const sweep = { ...tokens, owner: deposit, to: hot };
    const message = solanaMessageOf(sweep, terms);
    const [byHot, byOwner] = [keys.sign(hotKey, message), keys.sign({ branch: 0, index: 5 }, message)];
    const { raw, txid } = withSolanaSignatures(message, [byHot, byOwner]);
    expect(readSignedSolana(raw)).toEqual({ txid, message });
    expect(readSignedSolana(withSolanaSignatures(message, [byHot, byHot]).raw)).toBeNull();
    expect(readSignedSolana(withSolanaSignatures(message, [byHot]).raw)).toBeNull();
    expect(readSignedSolana(`${raw}00`)).toBeNull();
    expect(readSignedSolana('zz')).toBeNull();
  });
});

describe('transfers', () => {
  const account = tokenAccountOf(deposit, usdc);
  const balance = (accountIndex: number, amount: string, more: object = {}) => ({
    accountIndex,
    mint: usdc,
    owner: deposit,
    programId: solanaPrograms.token,
    uiTokenAmount: { amount },
    ...more,
  });
  const made = (meta: object, signer = stranger) => ({
    transaction: {
      signatures: ['txid'],
      accountKeys: [signer, deposit, account].map((pubkey, index) => ({ pubkey, signer: index === 0 })),
    },
    meta: { err: null, preBalances: [9n, 1n, 5n], postBalances: [4n, 6n, 5n], ...meta },
  });
  const rules = { tokens: new Set([usdc]), own: new Set([hot]) };
  const token = { preTokenBalances: [balance(2, '10')], postTokenBalances: [balance(2, '35')] };

  test('balances after less balances before count, by account', () => {
    expect(solanaTransfersOf([made(token)], rules)).toEqual([
      { txid: 'txid', position: 1, account: deposit, to: deposit, mint: null, amount: 5n },
      { txid: 'txid', position: 2, account, to: deposit, mint: usdc, amount: 25n },
    ]);
    expect(solanaTransfersOf([made(token)], rules).every(isCollectable)).toBe(true);
  });

  test.each([
    ['a failed transaction', made({ ...token, err: { InstructionError: [0, 'Custom'] } })],
    ['a transaction that the hot wallet signed', made(token, hot)],
  ])('%s brings nothing', (_, transaction) => {
    expect(solanaTransfersOf([transaction], rules)).toEqual([]);
  });

  test.each([
    ['a token that is not listed', { mint: stranger }],
    ['a token of Token-2022', { programId: solanaPrograms.token2022 }],
    ['an account without an owner', { owner: undefined }],
  ])('%s brings nothing', (_, other) => {
    const transaction = made({ preTokenBalances: [], postTokenBalances: [balance(2, '35', other)] });
    expect(solanaTransfersOf([transaction], rules).filter(({ mint }) => mint !== null)).toEqual([]);
  });

  test('a second account of the token is not where sweeps collect', () => {
    const transaction = made({ postTokenBalances: [balance(0, '35')] });
    const found = solanaTransfersOf([transaction], rules).filter(({ mint }) => mint !== null);
    expect(found.map(isCollectable)).toEqual([false]);
  });
});

function secretOf(text: string): ExtendedSecret {
  const bytes = hex.decode(text);
  return { scalar: bytes.slice(0, 32), nonceKey: bytes.slice(32, 64), chainCode: bytes.slice(64) };
}

function textOf({ scalar, nonceKey, chainCode }: ExtendedSecret): string {
  return [scalar, nonceKey, chainCode].map((part) => hex.encode(part)).join('');
}
