const symbols = '/api/market/symbol.html';
const tickers = '/api/market/market_symbols.html';
const rates = '/api/market/rates.html';
/** The home page's markets, with their tickers. */
const home = ['/api/home/spread.html', '/api/home/market_symbols.html', rates];

/** First calls of the pages that visits start with, by path. All are public and take no input but the language. */
const paths: Readonly<Record<string, readonly string[]>> = {
  '/': home,
  '/pages/home/index': home,
  '/pages/home/market': [symbols, tickers],
  '/pages/home/trade': [symbols, tickers],
  '/pages/home/deal': [symbols, tickers],
  '/pages/transfer/kline': [symbols, tickers],
  '/pages/transfer/ftf': [symbols, tickers],
  '/pages/login/login': [],
  '/pages/login/reg': [],
};

/** The pages that visits start with. */
export const firstPages: readonly string[] = Object.keys(paths);

/** The API paths of these calls. */
export const firstCalls = (page: string): readonly string[] => paths[page] ?? [];

/** Same as the kit's `currentLang`, which isn't loaded yet. */
function langNow(): string {
  return (localStorage.getItem('locale') ?? 'zh-CN') === 'zh-CN' ? 'zh' : 'en';
}

/** The URLs that a page requests first. */
export const earlyCalls = (page: string): readonly string[] =>
  firstCalls(page).map((path) => `${path}?lang=${langNow()}`);
