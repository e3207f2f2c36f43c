/** Sheets of the trade page in one chunk, which the first paint doesn't need. */
export { FaucetSheet } from '../../features/balances/FaucetSheet.tsx';
export { AdvancedSheet } from './form/AdvancedSheet.tsx';
export { MarketMenu } from './MarketMenu.tsx';
export { ConfirmSheet } from './send/ConfirmSheet.tsx';
