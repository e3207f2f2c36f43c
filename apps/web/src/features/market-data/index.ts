export { Arrow, Change } from './Change.tsx';
export { CoinMark } from './CoinMark.tsx';
export { CurrencyChoice } from './CurrencyChoice.tsx';
export { Sparkline } from './Sparkline.tsx';
export type { ChosenMarket } from './use-chosen-market.ts';
export { useFavourites } from './favourites.ts';
export { tradePath } from './market-paths.ts';
export { useLocalValue } from './use-local-value.ts';
