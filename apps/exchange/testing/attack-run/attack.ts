import type { Client } from '@fft/client';
import type { Kysely } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';

/** Result of one attack. */
export interface Outcome {
  /** Requests sent, with counts. */
  readonly tried: string;
  /** Requests that the server refused or closed, with counts. */
  readonly refused: string;
  /** Damage done; empty if the exchange held. */
  readonly broke: readonly string[];
}

export interface ClientOptions {
  readonly token?: string;
  /** Local address of the client's connections; the attack's first one by default. */
  readonly from?: string;
  readonly baseUrl?: string;
}

/** Target, limits and helpers of an attack. */
export interface World {
  readonly url: string;
  readonly consoleUrl: string;
  /** For what only time or a reviewer could bring about: a verified identity, a day that has passed. Attacks use it for nothing else. */
  readonly db: Kysely<Tables>;
  /** Addresses of this attack, from 1 on; no other attack uses them. */
  address(number?: number): string;
  client(options?: ClientOptions): Client;
  /** Returns a name that no other customer or order of this run has. */
  name(prefix: string): string;
  /** Returns how often to try something: in the long run, and in the short one. */
  count(long: number, short: number): number;
  /** Aborts floods. */
  readonly signal: AbortSignal;
}

/** One attack on the exchange. */
export interface Attack {
  readonly name: string;
  run(world: World): Promise<Outcome>;
}
