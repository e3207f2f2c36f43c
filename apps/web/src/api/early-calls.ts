const symbols = '/api/market/symbol.html';
const tickers = '/api/market/market_symbols.html';
const rates = '/api/market/rates.html';
/** The home page's markets come with their tickers. */
const home = ['/api/home/spread.html', '/api/home/market_symbols.html', rates];

/** What the pages that visits begin with ask for first, by a page's path. All are public, and take nothing but the language. */
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

/** The pages that visits begin with. */
export const firstPages: readonly string[] = Object.keys(paths);

/** The paths of these calls. */
export const firstCalls = (page: string): readonly string[] => paths[page] ?? [];

/** As the kit's `currentLang`, which isn't there yet when this is asked. */
function langNow(): string {
  return (localStorage.getItem('locale') ?? 'zh-CN') === 'zh-CN' ? 'zh' : 'en';
}

/** The addresses that a page will ask for as soon as it stands. */
export const earlyCalls = (page: string): readonly string[] =>
  firstCalls(page).map((path) => `${path}?lang=${langNow()}`);
