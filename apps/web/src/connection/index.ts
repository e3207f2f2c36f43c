export { connection, startConnection, useConnection, type ConnectionState } from './connection.ts';
export { appStream } from './stream.ts';
