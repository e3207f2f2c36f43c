import type { CoinNames } from '@fft/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCoins, findMarkets } from './find-coins.ts';

const named = (coin: string, zh: string, en: string, ...words: string[]): CoinNames => ({
  coin,
  name: { zh, en },
  words,
});
const all = [
  named('BTC', '比特币', 'Bitcoin', 'xbt', '大饼', 'bitebi', 'btb', 'dabing', 'db'),
  named('ETH', '以太坊', 'Ethereum', 'ether', '以太币', 'yitaifang', 'ytf', 'yitaibi', 'ytb'),
  named('LTC', '莱特币', 'Litecoin', 'laitebi', 'ltb'),
  named('DOGE', '狗狗币', 'Dogecoin', 'dogecoin', '狗币', 'gougoubi', 'ggb'),
  named('SHIB', '柴犬币', 'Shiba Inu', '柴犬', 'chaiquanbi', 'cqb'),
  named('USDT', '泰达币', 'Tether USD', 'tether', '泰达', 'taidabi', 'tdb'),
  named('USDC', 'USD Coin', 'USD Coin', 'circle'),
  named('USD', '美元', 'US dollar', 'dollar', '美金', 'meiyuan', 'my'),
  named('CNY', '人民币', 'Chinese yuan', 'rmb', 'renminbi'),
];
const names = new Map(all.map((each) => [each.coin, each]));
/** By turnover, as the list has them. */
const markets = [
  'ETH/USDT',
  'BTC/USDT',
  'BTC/USD',
  'ETH/BTC',
  'LTC/USDT',
  'USDT/CNY',
  'LTC/BTC',
  'DOGE/USDT',
  'SHIB/USDT',
  'USDC/USDT',
].map((symbol) => ({ symbol }));
const symbolsOf = (query: string): readonly string[] => findMarkets(markets, query, names).map(({ symbol }) => symbol);
const coinsOf = (query: string): readonly string[] =>
  findCoins(
    all.map(({ coin }) => ({ coin })),
    query,
    names,
  ).map(({ coin }) => coin);

describe('a market is found', () => {
  test.each([
    ['by its symbol', 'BTC/USD', ['BTC/USD', 'BTC/USDT']],
    ['without the slash, in small letters', 'btcusd', ['BTC/USD', 'BTC/USDT']],
    ['with other separators', ' btc-usd ', ['BTC/USD', 'BTC/USDT']],
    ['in full-width letters', 'ＢＴＣ', ['BTC/USDT', 'BTC/USD', 'ETH/BTC', 'LTC/BTC']],
    ['by its base before its quote', 'btc', ['BTC/USDT', 'BTC/USD', 'ETH/BTC', 'LTC/BTC']],
    ['by the beginning of its Chinese name', '以太', ['ETH/USDT', 'ETH/BTC']],
    ['by its Chinese name', '莱特币', ['LTC/USDT', 'LTC/BTC']],
    ['by its English name', 'Litecoin', ['LTC/USDT', 'LTC/BTC']],
    ['by a later word of its name', 'inu', ['SHIB/USDT']],
    ['by a part of its name', '特', ['BTC/USDT', 'BTC/USD', 'LTC/USDT', 'LTC/BTC']],
    ['by a part of its English name', 'coin', ['USDC/USDT', 'BTC/USDT', 'BTC/USD', 'LTC/USDT', 'LTC/BTC', 'DOGE/USDT']],
    ['by a part of its symbol', 'tc/us', ['BTC/USDT', 'BTC/USD', 'LTC/USDT']],
    ['without those whose name has the letters inside', 'eth', ['ETH/USDT', 'ETH/BTC']],
    ['by pinyin', 'yitaifang', ['ETH/USDT', 'ETH/BTC']],
    ['by initials of the pinyin', 'ytf', ['ETH/USDT', 'ETH/BTC']],
    ['by the first initials', 'yt', ['ETH/USDT', 'ETH/BTC']],
    ['by an alias', 'xbt', ['BTC/USDT', 'BTC/USD', 'ETH/BTC', 'LTC/BTC']],
    ['by a Chinese alias', '柴犬', ['SHIB/USDT']],
    ['by the names of both its coins', 'bitcoin usdt', ['BTC/USDT']],
    ['by the names of both, of several words', 'shiba inu / tether', ['SHIB/USDT']],
    ['by the names of both, in Chinese', '比特币/美元', ['BTC/USD']],
    ['by the name of its quote', '人民币', ['USDT/CNY']],
    ['with two letters swapped', 'bitcion', ['BTC/USDT', 'BTC/USD', 'ETH/BTC', 'LTC/BTC']],
    ['with a wrong letter', 'etherium', ['ETH/USDT', 'ETH/BTC']],
    ['with a letter missing', 'litcoin', ['LTC/USDT', 'LTC/BTC']],
    ['with a letter too much', 'dogeecoin', ['DOGE/USDT']],
    ['by a misspelt beginning', 'bitck', ['BTC/USDT', 'BTC/USD', 'ETH/BTC', 'LTC/BTC']],
  ])('%s: %s', (_, query, symbols) => {
    expect(symbolsOf(query)).toEqual(symbols);
  });

  test.each([['zzz'], ['bict'], ['bitvion cash'], ['btkoyn'], ['/'], ['']])('but not by %j', (query) => {
    expect(symbolsOf(query)).toEqual([]);
  });

  test('by what is right alone, where it has something: “tether” is not a misspelt “ether”', () => {
    expect(symbolsOf('tether')[0]).toBe('USDT/CNY');
    expect(symbolsOf('tether')).not.toContain('ETH/BTC');
  });

  test('by its symbol alone until the names are known', () => {
    expect(findMarkets(markets, 'doge', new Map())).toEqual([{ symbol: 'DOGE/USDT' }]);
    expect(findMarkets(markets, '狗狗币', new Map())).toEqual([]);
  });

  test('first by its exact symbol, whatever else is listed', () => {
    const code = fc.stringMatching(/^[A-Z]{1,5}$/);
    const symbol = fc.tuple(code, code).map((pair) => pair.join('/'));
    const names = fc.array(
      fc.record({ coin: code, name: fc.record({ zh: fc.string(), en: code }), words: fc.array(code) }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(symbol, { minLength: 1 }), names, (symbols, coins) => {
        const known = new Map(coins.map((each) => [each.coin, each]));
        const listed = symbols.map((each) => ({ symbol: each }));
        for (const each of symbols) expect(findMarkets(listed, each.toLowerCase(), known)[0]?.symbol).toBe(each);
      }),
    );
  });
});

describe('a coin is found', () => {
  test.each([
    ['usd', ['USD', 'USDT', 'USDC']],
    ['tether usd', ['USDT']],
    ['美', ['USD']],
    ['ggb', ['DOGE']],
    ['bitcion', ['BTC']],
    ['btc/usdt', []],
  ])('%s', (query, coins) => {
    expect(coinsOf(query)).toEqual(coins);
  });

  test('with nothing typed, like all others, and by the name it is shown with until its names are known', () => {
    expect(coinsOf('  ')).toHaveLength(all.length);
    const shown = [{ coin: 'NEW' }, { coin: 'BTC', name: '比特币' }];
    expect(findCoins(shown, '比特', new Map())).toEqual([{ coin: 'BTC', name: '比特币' }]);
  });
});
