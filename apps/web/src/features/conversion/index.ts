export { CoinPair } from './CoinPair.tsx';
export { convertible, type Direction, partnerFor, partnersOf, startPair } from './coins.ts';
export { exactAmount } from './exact-amount.ts';
export { RecurringForm } from './recurring/RecurringForm.tsx';
export { RecurringHistory } from './recurring/RecurringHistory.tsx';
export { RecurringList } from './recurring/RecurringList.tsx';
