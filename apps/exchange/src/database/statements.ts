import { channel } from 'node:diagnostics_channel';
import type { KyselyPlugin, LogEvent } from 'kysely';

/** A statement that went to the database, and the room of the handle that sent it: null for a handle of no room. */
export interface SentStatement {
  readonly sql: string;
  readonly room: string | null;
}

/** Carries a {@link SentStatement} for each statement of Kysely while somebody listens: test runs do. */
export const statements = channel('fft.database.statements');

/** Rooms by the id that Kysely gives to each query. */
const roomsOfQueries = new WeakMap<object, string>();

/** Notes the room of each query when Kysely builds it. Of two marks on a handle, the later one counts. */
export function markOf(room: string): KyselyPlugin {
  return {
    transformQuery: ({ queryId, node }) => {
      roomsOfQueries.set(queryId, room);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

export function publishStatement({ query }: LogEvent): void {
  const sent: SentStatement = { sql: query.sql, room: roomsOfQueries.get(query.queryId) ?? null };
  statements.publish(sent);
}
