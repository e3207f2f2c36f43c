import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base58, base64, bech32, createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import {
  encodeReserveSignature,
  encodeSolanaSignature,
  isReserveSigned,
  LiabilityTree,
  liabilitiesRoot,
  type Publication,
  reserveBytes,
  type ReserveStatement,
  statementText,
  verifyReserves,
} from './index.ts';
import { bip322Digest, hash160, legacyMessageDigest } from './signed-messages.ts';

const base58check = createBase58check(sha256);
const secret = new Uint8Array(32).fill(0x11);
const other = new Uint8Array(32).fill(0x22);
const order = secp256k1.CURVE.n;
const root = 'ab'.repeat(32);
const day = '2026-11-27';

function addressOf(chain: string, key: Uint8Array): string {
  const publicKey = secp256k1.getPublicKey(key, true);
  const account = keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12);
  switch (chain) {
    case 'SOL':
      return base58.encode(ed25519.getPublicKey(key));
    case 'DOGE':
      return base58check.encode(concatBytes(Uint8Array.of(0x1e), hash160(publicKey)));
    case 'BTC':
    case 'LTC':
      return bech32.encode(chain === 'BTC' ? 'bc' : 'rltc', [0, ...bech32.toWords(hash160(publicKey))]);
    default:
      return `0x${bytesToHex(account)}`;
  }
}

function signed(statement: ReserveStatement, key = secret, isHigh = false): string {
  const bytes = reserveBytes(statement);
  if (!bytes) throw new Error('malformed');
  if (statement.chain === 'SOL') return encodeSolanaSignature(ed25519.sign(bytes, key));
  const { r, s, recovery } = secp256k1.sign(bytes, key, { lowS: true });
  const signature = isHigh ? { r, s: order - s, recovery: 1 - recovery } : { r, s, recovery };
  return encodeReserveSignature(statement.chain, signature, secp256k1.getPublicKey(key, true));
}

const chains = ['ETH', 'BSC', 'EVM59144', 'BTC', 'LTC', 'DOGE', 'SOL'];

describe.each(chains)('on %s', (chain) => {
  const statement = { day, root, chain, address: addressOf(chain, secret) };
  const signature = signed(statement);

  test('the signature of the address’s key holds, and none of another key', () => {
    expect(isReserveSigned(statement, signature)).toBe(true);
    expect(isReserveSigned(statement, signed(statement, other))).toBe(false);
    expect(isReserveSigned({ ...statement, address: addressOf(chain, other) }, signature)).toBe(false);
  });

  test.each([
    ['other totals', { root: 'ac'.repeat(32) }],
    ['another day', { day: '2026-11-28' }],
    ['another chain of the same keys', { chain: { ETH: 'BSC', BSC: 'ETH', LTC: 'BTC', BTC: 'LTC' }[chain] ?? 'BASE' }],
  ])('it holds not for %s', (_, change) => {
    expect(isReserveSigned({ ...statement, ...change }, signature)).toBe(false);
  });

  test('what has another form is no signature', () => {
    const last = signature.at(-5) === 'a' ? 'b' : 'a';
    const altered = `${signature.slice(0, -5)}${last}${signature.slice(-4)}`;
    for (const text of ['', '0x', 'x', 'AA==', `${signature}00`, signature.slice(2), altered, 7 as unknown as string])
      expect(isReserveSigned(statement, text)).toBe(false);
  });
});

test.each(chains.filter((chain) => chain !== 'SOL'))(
  'the twin with a high s, which anyone can make, is refused on %s',
  (chain) => {
    const statement = { day, root, chain, address: addressOf(chain, secret) };
    expect(isReserveSigned(statement, signed(statement, secret, true))).toBe(false);
  },
);

describe.each([
  ['BTC', 'Bitcoin Signed Message:\n'],
  ['LTC', 'Litecoin Signed Message:\n'],
])('a hardware wallet of %s', (chain, magic) => {
  const statement = { day, root, chain, address: addressOf(chain, secret) };
  /** In the form from before SegWit. */
  function oldMessage(firstByte: number, { key = secret, name = magic, isHigh = false } = {}): string {
    const digest = legacyMessageDigest(name, statementText(statement) ?? '');
    const { r, s, recovery } = secp256k1.sign(digest, key, { lowS: true });
    const compact = new secp256k1.Signature(r, isHigh ? order - s : s).toCompactRawBytes();
    return base64.encode(concatBytes(Uint8Array.of(firstByte + (isHigh ? 1 - recovery : recovery)), compact));
  }

  test.each([
    ['BIP-137', 39],
    ['Electrum', 31],
  ])('signs by the form of %s', (_, firstByte) => {
    expect(isReserveSigned(statement, oldMessage(firstByte))).toBe(true);
    expect(isReserveSigned({ ...statement, day: '2026-11-28' }, oldMessage(firstByte))).toBe(false);
    expect(isReserveSigned(statement, oldMessage(firstByte, { key: other }))).toBe(false);
    expect(isReserveSigned(statement, oldMessage(firstByte, { isHigh: true }))).toBe(false);
    expect(isReserveSigned(statement, oldMessage(firstByte, { name: 'Dogecoin Signed Message:\n' }))).toBe(false);
  });

  test.each([0, 27, 35, 43, 255])('with %i before it there is no signature', (firstByte) => {
    expect(isReserveSigned(statement, oldMessage(firstByte))).toBe(false);
  });
});

test('a signature is that of the chains’ own tools', () => {
  // By viem's `signMessage`.
  const statement = { day, root, chain: 'ETH', address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A' };
  const byViem =
    '0x9befaa28401381ffca1a586866bdb86baeae9ae1a04de0b2825fe417ce37fab60706185d1dca055cd57528238addf37354ac8ac3730072677c589d413ed686861b';
  expect(signed(statement)).toBe(byViem);
  expect(isReserveSigned(statement, byViem)).toBe(true);
});

test.each([
  [
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
])('the digest is that of BIP-322’s test vectors: "%s"', (text, vector) => {
  const witness = base64.decode(vector);
  const length = witness[1] ?? 0;
  const key = witness.subarray(-33);
  const signature = secp256k1.Signature.fromDER(witness.subarray(2, 1 + length));
  expect(secp256k1.verify(signature, bip322Digest(text, hash160(key)), key)).toBe(true);
});

test('no message begins as a transaction does', () => {
  const statement = { day, root, chain: 'SOL', address: addressOf('SOL', secret) };
  const bytes = reserveBytes(statement);
  // A legacy message of Solana begins with its number of signatures, and one with a version with 128 and that.
  expect([bytes?.[0], bytes?.length]).toEqual([0xff, 20 + (statementText(statement)?.length ?? 0)]);
});

test.each([
  ['a line of its own', { address: `${'a'.repeat(30)}\nDay: 2026-11-28` }],
  ['another day’s form', { day: '2026-11-27T00:00' }],
  ['a root in capitals', { root: 'AB'.repeat(32) }],
  ['a chain in words', { chain: 'ETH. Day: 1' }],
])('a statement with %s has no text', (_, change) => {
  const statement = { day, root, chain: 'ETH', address: addressOf('ETH', secret), ...change };
  expect([statementText(statement), reserveBytes(statement)]).toEqual([null, null]);
});

describe('a publication', () => {
  const { total } = new LiabilityTree('BTC', [{ customer: 'me', nonce: root, amount: 250n }]);
  const totals = [total, { ...total, asset: 'ETH' }];
  const address = addressOf('ETH', secret);
  const rootOf = (publication: Pick<Publication, 'day' | 'totals'>): string => liabilitiesRoot(publication) ?? '';
  const signature = signed({ day, root: rootOf({ day, totals }), chain: 'ETH', address });
  const publication: Publication = { day, sequence: '1', totals, signatures: [{ chain: 'ETH', address, signature }] };
  const holds = (changed: Publication): boolean[] => verifyReserves(changed).map((one) => one.holds);

  test('its root is of all totals, in whatever order', () => {
    expect(rootOf({ day, totals: totals.toReversed() })).toBe(rootOf(publication));
    expect(hexToBytes(rootOf(publication))).toHaveLength(32);
    expect(holds(publication)).toEqual([true]);
  });

  test.each<[string, Partial<Publication>]>([
    ['a lower total', { totals: [{ ...total, total: '249' }, totals[1] ?? total] }],
    ['a total less', { totals: [total] }],
    ['one asset twice', { totals: [...totals, total] }],
    ['yesterday’s signature', { day: '2026-11-26' }],
    ['no totals', { totals: null as unknown as [] }],
  ])('with %s no signature holds', (_, change) => {
    expect(holds({ ...publication, ...change })).toEqual([false]);
  });

  test('from before signatures has none', () => {
    const { signatures: _, ...older } = publication;
    expect(verifyReserves(older)).toEqual([]);
  });
});
