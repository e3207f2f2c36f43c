export { AccountButton, LazyAccountSheet } from './AccountButton.tsx';
