export { hasPasskeys, makePasskey, showPasskey } from './passkeys.ts';
