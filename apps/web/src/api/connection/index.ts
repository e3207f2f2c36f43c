export { serverNow, startConnection, useConnection, useIsOffline } from './connection.ts';
export { appStream } from './stream.ts';
export { useSecondsUntil } from './use-seconds-until.ts';
