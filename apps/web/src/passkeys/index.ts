export { hasPasskeys, makePasskey, PasskeyLeft, showPasskey } from './passkeys.ts';
