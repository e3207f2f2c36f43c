import type { CoinNames } from '@fft/contract';

/** What coins are called, by code. */
export type NamesByCoin = ReadonlyMap<string, CoinNames>;

/** How well something fits what was typed, best first. */
const fits = { market: 0, coin: 1, startsCode: 2, startsName: 3, inside: 4, misspelt: 5, misspeltQuote: 6 };
type Fit = number | null;

/** A word of this length is found with one slip in it; shorter ones would find too much. */
const forgivenFrom = 5;

/** Latin letters this many are found inside a name: “eth” is no part of Tether. */
const insideFrom = 4;

interface Typed {
  /** In lower case, cut where people cut a market: at spaces, slashes and hyphens. */
  readonly parts: readonly string[];
  readonly joined: string;
}

const readTyped = (query: string): Typed => {
  const parts = query
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s/_-]+/)
    .filter((part) => part !== '');
  return { parts, joined: parts.join('') };
};

/** The markets that fit what was typed, best first. Those that fit equally well keep their order; misspellings count if nothing else fits. */
export function findMarkets<M extends { readonly symbol: string }>(
  markets: readonly M[],
  query: string,
  names: NamesByCoin,
): readonly M[] {
  const typed = readTyped(query);
  return best(markets, (market, forgiving) => fitOfMarket(typed, market.symbol, { names, forgiving }));
}

/** The coins that fit what was typed, as {@link findMarkets} does it; all if nothing was typed. A coin's own name counts until its names are known. */
export function findCoins<C extends { readonly coin: string; readonly name?: string }>(
  coins: readonly C[],
  query: string,
  names: NamesByCoin,
): readonly C[] {
  const { joined } = readTyped(query);
  if (joined === '') return coins;
  return best(coins, ({ coin, name = '' }, forgiving) =>
    fitOfCoin(joined, names.get(coin) ?? { coin, name: { zh: name, en: name }, words: [] }, forgiving),
  );
}

function best<T>(things: readonly T[], fitOf: (thing: T, forgiving: boolean) => Fit): readonly T[] {
  const sorted = (forgiving: boolean): readonly T[] =>
    things
      .flatMap((thing) => {
        const fit = fitOf(thing, forgiving);
        return fit === null ? [] : [{ thing, fit }];
      })
      .toSorted((a, b) => a.fit - b.fit)
      .map(({ thing }) => thing);
  const found = sorted(false);
  return found.length > 0 ? found : sorted(true);
}

interface Knowing {
  readonly names: NamesByCoin;
  readonly forgiving: boolean;
}

function fitOfMarket({ parts, joined }: Typed, symbol: string, { names, forgiving }: Knowing): Fit {
  if (joined === '') return null;
  const coins = symbol.split('/');
  const fit = (wanted: string, coin = ''): Fit =>
    fitOfCoin(wanted, names.get(coin) ?? { coin, name: { zh: '', en: '' }, words: [] }, forgiving);
  const code = coins.join('').toLowerCase();
  const isExact = parts.length > 1 ? parts.join('/') === symbol.toLowerCase() : joined === code;
  const whole = isExact
    ? fits.market
    : code.startsWith(joined)
      ? fits.startsCode
      : code.includes(joined)
        ? fits.inside
        : null;
  // “bitcoin usdt”, “shiba inu/usdt”: both coins, wherever the first ends.
  const pairs = parts.slice(1).map((_, index) => {
    const base = fit(parts.slice(0, index + 1).join(''), coins[0]);
    const quote = fit(parts.slice(index + 1).join(''), coins[1]);
    return base === null || quote === null ? null : Math.max(base, quote);
  });
  return least(whole, fit(joined, coins[0]), asQuote(fit(joined, coins[1])), ...pairs);
}

/** A market is searched by its base first: the beginning of its quote counts as much as a part of a name, and a part of its quote not at all. */
function asQuote(fit: Fit): Fit {
  if (fit === fits.misspelt) return fits.misspeltQuote;
  return fit === null || fit === fits.inside ? null : fits.inside;
}

function fitOfCoin(wanted: string, { coin, name, words }: CoinNames, forgiving: boolean): Fit {
  const code = coin.toLowerCase();
  if (code === wanted) return fits.coin;
  if (code.startsWith(wanted)) return fits.startsCode;
  const inWords = [name.zh, name.en].map((each) => each.toLowerCase().split(/\s+/));
  const joined = inWords.map((each) => each.join(''));
  const starts = [...joined, ...inWords.flat(), ...words];
  if (starts.some((word) => word.startsWith(wanted))) return fits.startsName;
  const isLongEnough = wanted.length >= insideFrom || /\P{ASCII}/u.test(wanted);
  if ([code, ...(isLongEnough ? joined : [])].some((text) => text.includes(wanted))) return fits.inside;
  return forgiving && [code, ...starts].some((word) => isOneSlipFrom(wanted, word)) ? fits.misspelt : null;
}

/** True if a letter more, less or wrong, or two swapped, keep what was typed from beginning the word. The first letter is right: “litcoin” is no bitcoin. */
function isOneSlipFrom(typed: string, word: string): boolean {
  if (typed.length < forgivenFrom || word.length < forgivenFrom) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  if (at === 0) return false;
  return (
    word.startsWith(typed.slice(at + 1), at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    word.startsWith(typed.slice(at + 1), at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2))
  );
}

function least(...found: readonly Fit[]): Fit {
  const known = found.filter((fit) => fit !== null);
  return known.length === 0 ? null : Math.min(...known);
}
