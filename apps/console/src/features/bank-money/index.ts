export { AccountName, nameOf, useBankAccounts } from './accounts.tsx';
export { BatchItems } from './BatchItems.tsx';
export { Doubts } from './Doubts.tsx';
export { useSandboxBank } from './use-sandbox-bank.ts';
export { BankNotes } from './BankNotes.tsx';
