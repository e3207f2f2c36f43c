export { AccountName, nameOf, useBankAccounts } from './accounts.tsx';
export { BatchItems } from './BatchItems.tsx';
export { Doubts } from './Doubts.tsx';
export { isBankAct, BankProposal } from './BankProposal.tsx';
