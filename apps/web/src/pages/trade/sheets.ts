/** Everything that opens over the trade page, in one piece of code that the page itself can do without. */
export { FaucetSheet } from '../assets/FaucetSheet.tsx';
export { AdvancedSheet } from './form/AdvancedSheet.tsx';
export { MarketMenu } from './MarketMenu.tsx';
export { MarketDrawer } from './MarketDrawer.tsx';
export { CancelQuestion } from './orders/CancelQuestion.tsx';
export { ConfirmSheet } from './send/ConfirmSheet.tsx';
