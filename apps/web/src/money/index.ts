export { AmountField } from './AmountField.tsx';
export { CoinSheet } from './CoinSheet.tsx';
export { createRequestIds } from './request-id.ts';
