import { describe, expect, test } from 'vitest';
import { explorerUrl } from './explorers.ts';

const txid = `0x${'5'.repeat(64)}`;

describe('a link to a block explorer', () => {
  test.each([
    ['ETH', '1', `https://etherscan.io/tx/${txid}`],
    ['ARBITRUM', '42161', `https://arbiscan.io/tx/${txid}`],
    ['BTC', 'bitcoin', `https://mempool.space/tx/${txid}`],
    ['SOL', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', `https://explorer.solana.com/tx/${txid}`],
  ])('of %s leads to the usual explorer of its main network', (chain, network, link) => {
    expect(explorerUrl({}, { chain, network, txid })).toBe(link);
  });

  test.each([
    ['ETH', '31337'],
    ['LTC', 'litecoin-regtest'],
    ['XRP', '1'],
    ['BANK', '1'],
  ])('of %s on network %s is missing', (chain, network) => {
    expect(explorerUrl({}, { chain, network, txid })).toBeNull();
  });

  test('follows the settings, on any network', () => {
    const at = { chain: 'ETH', network: '31337', txid };
    expect(explorerUrl({ ETH: 'https://a.example/' }, at)).toBe(`https://a.example/tx/${txid}`);
    expect(explorerUrl({ ETH: 'https://a.example/?t={tx}' }, at)).toBe(`https://a.example/?t=${txid}`);
    expect(explorerUrl({ ETH: null }, { ...at, network: '1' })).toBeNull();
    expect(explorerUrl({}, { ...at, network: '1', txid: 'internal-5' })).toBeNull();
    expect(explorerUrl({ EVM10: 'https://a.example' }, { ...at, chain: 'EVM10' })).toBe(`https://a.example/tx/${txid}`);
    expect(explorerUrl({}, { ...at, chain: 'EVM10', network: '10' })).toBeNull();
    // Nothing that a node answers as an id adds a path or a query.
    expect(explorerUrl({ ETH: 'https://a.example' }, { ...at, txid: '../x?y' })).toBe(
      'https://a.example/tx/..%2Fx%3Fy',
    );
  });
});
