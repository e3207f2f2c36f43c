import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, settingNames } from './settings.ts';

const needed = {
  SIGNER_SOCKET: '/run/signer.sock',
  SIGNER_KEYSTORE: '/var/keystore.json',
  SIGNER_PASSWORD: 'a password of some length',
  SIGNER_MEMORY: '/var/signed.jsonl',
  SIGNER_WITHDRAWAL_MAC_KEY: 'm'.repeat(32),
};
const litecoin = { network: 'litecoin', one: '100', day: '1000', feeMax: '10' };
const kms = {
  SIGNER_KMS_URL: 'https://a:b@kms.example',
  SIGNER_KMS_SEED: '/var/seed.json',
  SIGNER_KMS_SEED_KEY: 'alias/seed',
  SIGNER_KMS_HOT: '{"ETH":["seed","alias/hot"]}',
};
const address = 'ltc1qhzjptwpym9afcdjhs7jcz6fd0jma0l0rc0e5yr';

test('signs only for the configured chains', () => {
  expect(readSettings(needed)).toMatchObject({ evm: [], utxo: [] });
  const both = { ...needed, SIGNER_CHAIN_ID: '1', SIGNER_LTC: JSON.stringify({ ...litecoin, cold: address }) };
  expect(readSettings(both)).toMatchObject({
    evm: [{ chain: 'ETH', chainId: 1, cold: null, amounts: {} }],
    utxo: [{ network: 'litecoin', limits: { amount: { one: 100n, day: 1_000n }, maxFee: 10n, cold: address } }],
  });
});

test('signs for further EVM networks, each within its own limits', () => {
  const token = `0x${'AB'.repeat(20)}`;
  const bsc = {
    amounts: { native: { one: '1', day: '2' }, [token]: { one: '3', day: '4', coin: 'USDT', decimals: 18 } },
    feeMax: '10',
    dataFeeMax: '5',
    gasMax: '20',
    gasDay: '30',
    disperse: `0x${'cd'.repeat(20)}`,
  };
  const linea = {
    ...bsc,
    disperse: undefined,
    dataFeeMax: undefined,
    amounts: { native: { one: '1', day: '2', coin: 'ETH' } },
  };
  const { evm } = readSettings({ ...needed, SIGNER_EVM: JSON.stringify({ BSC: bsc, EVM59144: linea }) });
  expect(evm).toMatchObject([
    {
      chain: 'BSC',
      chainId: 56,
      disperse: `0x${'cd'.repeat(20)}`,
      own: { coin: 'BNB', decimals: 18 },
      amounts: { native: { one: 1n, day: 2n }, [token.toLowerCase()]: { coin: 'USDT', decimals: 18 } },
      maxFee: 10n,
      maxDataFee: 5n,
      budgets: { fee: { day: 3_000n, address: 50n }, gas: { day: 30n, address: 100n } },
    },
    { chain: 'EVM59144', chainId: 59_144, own: { coin: 'ETH', decimals: 18 }, maxDataFee: 0n, disperse: null },
  ]);
});

const network = { amounts: {}, feeMax: '1', gasMax: '1' };
const evmOf = (networks: object) => ({ SIGNER_EVM: JSON.stringify(networks) });

test.each([
  ['an EVM network of no name', evmOf({ SOLANA: network }), 'must be the name of a network'],
  ['a mistyped budget of an EVM network', evmOf({ BSC: { ...network, feeDays: '1' } }), 'feeDays'],
  [
    'a token of which the decimals are not said',
    evmOf({ BSC: { ...network, amounts: { [`0x${'12'.repeat(20)}`]: { one: '1', day: '1', coin: 'USDT' } } } }),
    'needs its coin and decimals',
  ],
  ['Tron', { SIGNER_TRX: '{}' }, 'SIGNER_TRX: the signer no longer signs for Tron'],
  [
    'a key of Tron in the KMS',
    { ...kms, SIGNER_KMS_HOT: '{"TRX":["seed"]}' },
    'SIGNER_KMS_HOT: the signer no longer signs for Tron',
  ],
  ['one chain under two names', { SIGNER_CHAIN_ID: '56', ...evmOf({ BSC: network }) }, 'BSC have the same chain id 56'],
  [
    'a name with another chain id',
    evmOf({ EVM10: { ...network, chainId: 137 } }),
    'EVM10 is the network of that chain id',
  ],
  ['a known network by its chain id', evmOf({ EVM137: network }), 'must be the name of a network'],
  [
    'a further network that is another’s test network',
    evmOf({ BASE: { ...network, chainId: 10 }, EVM10: network }),
    'BASE and EVM10 have the same chain id 10',
  ],
  [
    'data that leaves no fee for gas',
    evmOf({ BASE: { ...network, dataFeeMax: '1' } }),
    'dataFeeMax of BASE must be below',
  ],
  ['Ethereum in two places', evmOf({ ETH: network }), 'Ethereum is set by SIGNER_CHAIN_ID'],
  ['a budget that is mistyped', { SIGNER_FEE_DAYS: '1' }, 'SIGNER_FEE_DAYS: no such setting'],
  ['a lower-case variable', { signer_fee_day: '1' }, 'signer_fee_day: no such setting'],
  ['a file for an unknown setting', { SIGNER_COLD_WALLET_FILE: '/x' }, 'SIGNER_COLD_WALLET_FILE: no such setting'],
  ['Litecoin as Dogecoin', { SIGNER_DOGE: JSON.stringify(litecoin) }, 'litecoin belongs to another chain'],
  ['a network of another chain', { SIGNER_BTC: JSON.stringify(litecoin) }, 'litecoin belongs to another chain'],
  [
    'a cold wallet of another network',
    { SIGNER_LTC: JSON.stringify({ ...litecoin, cold: 'bc1q' }) },
    'is not an address of litecoin',
  ],
  ['an invalid cold wallet', { SIGNER_CHAIN_ID: '1', SIGNER_COLD: '0x12' }, 'must be an address'],
  ['no MAC key of withdrawals', { SIGNER_WITHDRAWAL_MAC_KEY: '' }, 'the WITHDRAWAL_MAC_KEY of the exchange'],
  ['no keys', { SIGNER_KEYSTORE: '', SIGNER_PASSWORD: '' }, 'SIGNER_KEYSTORE or SIGNER_KMS_URL is required'],
  ['a keystore without a password', { SIGNER_PASSWORD: '' }, 'must be set together'],
  ['a short password', { SIGNER_PASSWORD: 'short' }, 'at least 12 characters'],
  ['a KMS without its key', { SIGNER_KMS_URL: 'https://kms.example' }, 'must be a URL like'],
  ['a KMS without a seed', { SIGNER_KMS_URL: 'https://a:b@kms.example' }, 'needs SIGNER_KMS_SEED'],
  [
    'a chain without a hot wallet',
    { ...kms, SIGNER_CHAIN_ID: '1', SIGNER_KMS_HOT: '{"LTC":["key"]}' },
    'names no hot wallet of ETH',
  ],
  ['a hot wallet of no chain', { ...kms, SIGNER_KMS_HOT: '{"XMR":["key"]}' }, 'SIGNER_KMS_HOT'],
  ['a value in two places', { SIGNER_PASSWORD_FILE: '/etc/hostname' }, 'SIGNER_PASSWORD_FILE cannot both be set'],
])('refuses %s', (_what, settings, message) => {
  expect(() => readSettings({ ...needed, ...settings })).toThrow(message);
});

test('keys can be in a KMS, with its credentials in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fft-signer-'));
  const file = join(folder, 'kms-url');
  writeFileSync(file, 'https://a:b@kms.example?region=eu-west-1\n');
  const { SIGNER_KMS_URL: _, ...rest } = kms;
  const settings = readSettings({ ...needed, ...rest, SIGNER_KMS_URL_FILE: file, SIGNER_CHAIN_ID: '1' });
  rmSync(folder, { recursive: true });
  expect(settings.kms).toEqual({
    url: 'https://a:b@kms.example?region=eu-west-1',
    seedFile: '/var/seed.json',
    seedKey: 'alias/seed',
    hot: { ETH: ['seed', 'alias/hot'] },
  });
});

test('the example file lists exactly the settings', () => {
  const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8');
  expect(new Set([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name))).toEqual(new Set(settingNames));
});
