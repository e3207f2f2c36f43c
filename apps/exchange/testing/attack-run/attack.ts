import type { Client } from '@fft/client';
import type { Kysely } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';

/** What one attack came to. */
export interface Outcome {
  /** What was sent, with counts. */
  readonly tried: string;
  /** What the server refused or closed, with counts. */
  readonly refused: string;
  /** What it broke; empty where the exchange held. */
  readonly broke: readonly string[];
}

export interface ClientOptions {
  readonly token?: string;
  /** The address that the client's connections come from; the attack's first one by default. */
  readonly from?: string;
  readonly baseUrl?: string;
}

/** Where an attack takes place, and how long and hard it may hit. */
export interface World {
  readonly url: string;
  readonly consoleUrl: string;
  /** For what only time or a reviewer could bring about: a verified identity, a day that has passed. Attacks read and change nothing else in it. */
  readonly db: Kysely<Tables>;
  /** The addresses of this attack, from 1 on; no other attack comes from them. */
  address(number?: number): string;
  client(options?: ClientOptions): Client;
  /** A name that no other customer or order of this run has. */
  name(prefix: string): string;
  /** How often something is tried: in the long run, and in the short one. */
  count(long: number, short: number): number;
  /** Ends floods. */
  readonly signal: AbortSignal;
}

/** One thing that somebody does to the exchange. */
export interface Attack {
  readonly name: string;
  run(world: World): Promise<Outcome>;
}
