import { wholeNumber } from './whole-number.ts';

/** How many connections and sockets may be open, and how much weight their calls may have. */
export interface ConnectionSettings {
  /** Sockets of one address that no customer has logged in on; 0 switches the limit off. */
  readonly socketsPerAddress: number;
  /** Sockets of one customer; 0 switches the limit off. */
  readonly socketsPerCustomer: number;
  /** Connections of one address; 0 switches the limit off. */
  readonly connectionsPerAddress: number;
  /** Connections altogether; fewer where the process may not open as many files. */
  readonly maxConnections: number;
  /** Of one customer in ten seconds, by the weights of the contract; of one address thrice as much. 0 switches both off. */
  readonly weightPer10s: number;
}

export const connectionEnvironment = {
  SOCKETS_PER_ADDRESS: wholeNumber(0, 1_000_000, 200),
  SOCKETS_PER_CUSTOMER: wholeNumber(0, 1_000_000, 50),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000, 400),
  CONNECTIONS_MAX: wholeNumber(10, 1_000_000, 20_000),
  // The heaviest call has to fit in.
  WEIGHT_PER_10S: wholeNumber(0, 10_000_000, 2000).refine(
    (most) => most === 0 || most >= 400,
    'must be 0, or 400 at least',
  ),
};

type Given = Readonly<Record<keyof typeof connectionEnvironment, number>>;

export function connectionSettingsOf(given: Given): ConnectionSettings {
  return {
    socketsPerAddress: given.SOCKETS_PER_ADDRESS,
    socketsPerCustomer: given.SOCKETS_PER_CUSTOMER,
    connectionsPerAddress: given.CONNECTIONS_PER_ADDRESS,
    maxConnections: given.CONNECTIONS_MAX,
    weightPer10s: given.WEIGHT_PER_10S,
  };
}
