import { expect, test } from 'vitest';
import { addressGroups, looksLikeAddress, otherNetworksOf } from './address-form.ts';

test.each([
  ['ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', true],
  ['ETH', ' 0xdAC17F958D2ee523a2206206994597C13D831ec7 ', true],
  ['ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec', false],
  ['ETH', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', false],
  ['SOL', '0xdAC17F958D2ee523a2206206994597C13D831ec7', false],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', true],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVO0', false],
  ['SOL', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', true],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', true],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', true],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', true],
  ['NEW', 'whatever', true],
])('on %s, %s looks like an address: %s', (chain, address, looks) => {
  expect(looksLikeAddress(chain, address)).toBe(looks);
});

test('the groups make up the address, its ends loud', () => {
  const groups = addressGroups('TQm7vR2cLx9KpZ4n5N');
  expect(groups.map(({ text }) => text)).toEqual(['TQm7', 'vR2c', 'Lx9K', 'pZ4n', '5N']);
  expect(groups.map(({ loud }) => loud)).toEqual([true, false, false, true, true]);
  expect(addressGroups('')).toEqual([]);
});

test('an address of one EVM network exists on the others too, and on no other chain', () => {
  const networks = ['ETH', 'SOL', 'BSC', 'POLYGON', 'BASE', 'ARBITRUM', 'EVM59144', 'BTC', 'XYZ'].map((chain) => ({
    chain,
  }));
  const others = (chain: string, address: string) =>
    otherNetworksOf(networks, chain, address).map((network) => network.chain);
  const evm = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  expect(others('BSC', evm)).toEqual(['ETH', 'POLYGON', 'BASE', 'ARBITRUM', 'EVM59144']);
  expect(others('SOL', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toEqual([]);
  expect(others('ETH', '')).toEqual([]);
  expect(looksLikeAddress('BSC', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBe(false);
});
