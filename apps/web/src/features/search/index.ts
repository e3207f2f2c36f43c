export { RecentMarkets } from './RecentMarkets.tsx';
export { keepRecent } from './recent-markets.ts';
export { useCoinNames } from './use-coin-names.ts';
export { chooseByEnter } from './choose-by-enter.ts';
