export { startConnection, useConnection } from './connection.ts';
export { appStream } from './stream.ts';
