export { CreditFacts, CustomerCheck } from './CustomerCheck.tsx';
export { Risks } from './Risks.tsx';
export { Sum } from './Sum.tsx';
export { ConfirmWithdrawal, useWithdrawalFacts, WithdrawalFactsList } from './WithdrawalCheck.tsx';
