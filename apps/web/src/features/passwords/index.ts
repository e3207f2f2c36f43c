export { differingPasswords, NewPasswordFields } from './NewPasswordFields.tsx';
