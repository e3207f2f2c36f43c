export { Gain } from './Gain.tsx';
export { useProfitSummary } from './use-profit-summary.ts';
export { shortPrice } from './short-price.ts';
