/** Sheets of the trade page, and the check of an order, in one chunk, which the first paint doesn't need. */
export { FaucetSheet } from '../../features/balances/FaucetSheet.tsx';
export { checkOrder } from './form/check-order.ts';
export { refusedField } from './send/refused-field.ts';
export { orderInput } from './send/order-input.ts';
export { faultText } from './form/fault-text.ts';
export { AdvancedSheet } from './form/AdvancedSheet.tsx';
export { LegBoxes } from './form/LegBoxes.tsx';
export { TriggerBoxes } from './form/TriggerBoxes.tsx';
export { OrderAdvice } from './form/OrderAdvice.tsx';
export { MarketMenu } from './MarketMenu.tsx';
export { ConfirmSheet } from './send/ConfirmSheet.tsx';
