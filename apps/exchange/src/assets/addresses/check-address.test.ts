import { createHash } from 'node:crypto';
import { base58xrp, bech32, bech32m, createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { isEvmChain } from '@fft/chains';
import { networks, type Chain } from '../networks.ts';
import { checkAddress, checkMemo } from './check-address.ts';

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base58check = createBase58check(sha256);
const hash = Uint8Array.from({ length: 20 }, (_, index) => index + 1);
const program = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
const byHash = (version: number, bytes = hash) => base58check.encode(Uint8Array.from([version, ...bytes]));
const segwit = (prefix: string, version: number, bytes: Uint8Array) =>
  (version === 0 ? bech32 : bech32m).encode(prefix, [version, ...bech32.toWords(bytes)]);
const xrp = (bytes: Uint8Array, type = 0) => {
  const payload = Uint8Array.from([type, ...bytes]);
  return base58xrp.encode(Uint8Array.from([...payload, ...sha256(sha256(payload)).subarray(0, 4)]));
};

/** Published addresses: of the genesis block, of the standards' examples, of well-known accounts. */
const good: [chain: Chain, address: string][] = [
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['LTC', byHash(0x30)],
  ['LTC', byHash(0x32)],
  ['LTC', segwit('ltc', 0, hash)],
  ['DOGE', byHash(0x1e)],
  ['DOGE', byHash(0x16)],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ...(['BSC', 'POLYGON', 'BASE', 'ARBITRUM'] as const).map((chain): [Chain, string] => [
    chain,
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ]),
  ['SOL', '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
];

/** EVM networks share their addresses. */
const formOf = (chain: Chain): string => (isEvmChain(chain) ? 'EVM' : chain);

describe('addresses of each chain', () => {
  test.each(good)('%s %s', (chain, address) => {
    expect(checkAddress(chain, address)).toEqual({ ok: true, address });
  });

  test('every chain of the listing is among them', () => {
    expect(new Set(good.map(([chain]) => chain))).toEqual(new Set(networks.map(({ chain }) => chain)));
  });

  test.each(good)('%s %s is invalid on chains of another form', (chain, address) => {
    const others = networks.map((network) => network.chain).filter((other) => formOf(other) !== formOf(chain));
    for (const other of others) expect([other, checkAddress(other, address).ok]).toEqual([other, false]);
  });

  test.each(good)(
    '%s %s with any one character changed is refused, where the form has a checksum',
    (chain, address) => {
      if (chain === 'SOL') return;
      for (let index = 2; index < address.length; index++) {
        const other = /[0-9]/.test(address[index] ?? '')
          ? address[index] === '3'
            ? '4'
            : '3'
          : address[index] === 'a'
            ? 'c'
            : 'a';
        const changed = address.slice(0, index) + other + address.slice(index + 1);
        expect([changed, checkAddress(chain, changed).ok]).toEqual([changed, false]);
      }
    },
  );
});

test('an address is returned in its canonical form', () => {
  const written = { ok: true, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  expect(checkAddress('ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toEqual(written);
  expect(checkAddress('ETH', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED')).toEqual(written);
  expect(checkAddress('BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toEqual({
    ok: true,
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  });
});

describe('a check refuses', () => {
  const nothing = new Uint8Array(20);
  const rows: [what: string, chain: Chain, address: string, reason: 'invalid' | 'unusable'][] = [
    ['an empty text', 'ETH', '', 'invalid'],
    ['a wrong checksum', 'ETH', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'invalid'],
    ['no 0x', 'ETH', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'invalid'],
    ['a short address', 'ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea', 'invalid'],
    ['spaces around it', 'ETH', ' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'invalid'],
    ['the zero address', 'ETH', `0x${'0'.repeat(40)}`, 'unusable'],
    ['a precompile', 'ETH', `0x${'0'.repeat(39)}1`, 'unusable'],
    ['the burn address', 'ETH', '0x000000000000000000000000000000000000dEaD', 'unusable'],
    ['the contract of USDT', 'ETH', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'unusable'],
    ['an address of the test network', 'BTC', byHash(0x6f), 'invalid'],
    ['a hash of zeros', 'BTC', byHash(0x00, nothing), 'unusable'],
    ['a hash that is too short', 'BTC', byHash(0x00, hash.subarray(1)), 'invalid'],
    ['the old form of script hashes', 'LTC', byHash(0x05), 'invalid'],
    ['a SegWit address of another chain', 'LTC', segwit('bc', 0, hash), 'invalid'],
    ['SegWit on a chain without it', 'DOGE', segwit('doge', 0, hash), 'invalid'],
    ['SegWit 0 with the newer checksum', 'BTC', bech32m.encode('bc', [0, ...bech32.toWords(hash)]), 'invalid'],
    ['Taproot with the older checksum', 'BTC', bech32.encode('bc', [1, ...bech32.toWords(program)]), 'invalid'],
    ['a later version of SegWit', 'BTC', segwit('bc', 2, program), 'invalid'],
    ['a program of another length', 'BTC', segwit('bc', 0, program.subarray(4)), 'invalid'],
    ['a program of zeros', 'BTC', segwit('bc', 0, nothing), 'unusable'],
    ['mixed case', 'BTC', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'invalid'],
    ['the mint of USDT', 'SOL', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'unusable'],
    ['the token program', 'SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'unusable'],
    ['a token account', 'SOL', '4kokFKCFMxpCpG41yLYkLEqXW8g1WPfCt2NC9KGivY6N', 'unusable'],
    ['the system program', 'SOL', '11111111111111111111111111111111', 'unusable'],
    ['31 bytes', 'SOL', '1111111111111111111111111111111', 'invalid'],
    ['letters that base58 lacks', 'SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ50A', 'invalid'],
    ['ACCOUNT_ZERO', 'XRP', xrp(nothing), 'unusable'],
    ['ACCOUNT_ONE', 'XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji', 'unusable'],
    ['an X-address, which contains its tag', 'XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'invalid'],
    ['another type', 'XRP', xrp(hash, 1), 'invalid'],
    ['a megabyte', 'SOL', '1'.repeat(1_000_000), 'invalid'],
  ];
  test.each(rows)('%s (%s)', (_what, chain, address, reason) => {
    expect(checkAddress(chain, address)).toEqual({ ok: false, reason });
  });
});

test('a test network has its own addresses, and no others', () => {
  const own = segwit('rltc', 0, hash);
  expect(checkAddress('LTC', own, 'litecoin-regtest')).toEqual({ ok: true, address: own });
  expect(checkAddress('LTC', own).ok).toBe(false);
  expect(checkAddress('LTC', own, 'litecoin').ok).toBe(false);
  expect(checkAddress('LTC', segwit('ltc', 0, hash), 'litecoin-regtest').ok).toBe(false);
  expect(checkAddress('LTC', segwit('ltc', 0, hash), 'litecoin').ok).toBe(true);
});

test.each([
  ['0', 'ok'],
  ['4294967295', 'ok'],
  ['4294967296', 'invalid'],
  ['-1', 'invalid'],
  ['01', 'invalid'],
  ['1e3', 'invalid'],
  ['', 'invalid'],
])('a tag %j is %s', (memo, result) => {
  expect(checkMemo('XRP', memo)).toBe(result);
});

test('only chains with memos accept one', () => {
  expect(checkMemo('BTC', '1')).toBe('notUsed');
});
