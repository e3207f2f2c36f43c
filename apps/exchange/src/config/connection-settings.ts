import { wholeNumber } from './whole-number.ts';

/** Limits of open connections and sockets, and of the weight of calls. */
export interface ConnectionSettings {
  /** Sockets per address before sign-in; 0 disables the limit. */
  readonly socketsPerAddress: number;
  /** Sockets per customer; 0 disables the limit. */
  readonly socketsPerCustomer: number;
  /** Connections per address; 0 disables the limit. */
  readonly connectionsPerAddress: number;
  /** Connections in total; fewer if the process may not open as many files. */
  readonly maxConnections: number;
  /** Weight per customer in ten seconds, as weighed by the contract; three times that per address. 0 disables both limits. */
  readonly weightPer10s: number;
  /** Weight per API key in ten seconds, within its customer's; 0: its customer's alone. */
  readonly keyWeightPer10s: number;
}

export const connectionEnvironment = {
  SOCKETS_PER_ADDRESS: wholeNumber(0, 1_000_000, 200),
  SOCKETS_PER_CUSTOMER: wholeNumber(0, 1_000_000, 50),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000, 400),
  CONNECTIONS_MAX: wholeNumber(10, 1_000_000, 20_000),
  // The heaviest call must fit.
  WEIGHT_PER_10S: wholeNumber(0, 10_000_000, 2000).refine(
    (most) => most === 0 || most >= 400,
    'must be 0, or at least 400',
  ),
  KEY_WEIGHT_PER_10S: wholeNumber(0, 10_000_000, 1500).refine(
    (most) => most === 0 || most >= 400,
    'must be 0, or at least 400',
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
    keyWeightPer10s: given.KEY_WEIGHT_PER_10S,
  };
}
