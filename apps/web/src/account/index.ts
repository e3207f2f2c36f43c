export { AccountSheet } from './AccountSheet.tsx';
export { Avatar } from './Avatar.tsx';
