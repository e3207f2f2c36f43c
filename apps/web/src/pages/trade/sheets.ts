/** Sheets of the trade page, in one file that the page doesn't need for its first paint. */
export { FaucetSheet } from '../../features/balances/FaucetSheet.tsx';
export { AdvancedSheet } from './form/AdvancedSheet.tsx';
export { MarketMenu } from './MarketMenu.tsx';
export { ConfirmSheet } from './send/ConfirmSheet.tsx';
