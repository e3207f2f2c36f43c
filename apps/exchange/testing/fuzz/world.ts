/** A customer of the fuzzed server, whose data fill the requests. */
export interface FuzzCustomer {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly payPassword: string;
  /** A saved address that may be used. */
  readonly addressId: string;
  /** Codes sent to the customer, newest first. */
  codes: readonly string[];
}

/** State of the server as known so far; requests draw from it. */
export interface World {
  customers: readonly FuzzCustomer[];
  /** Tokens whose sessions have ended. */
  readonly deadTokens: string[];
  /** Ids seen in answers, of any kind and owner; the oldest are forgotten. */
  readonly ids: string[];
  readonly cursors: string[];
}

const kept = 300;

export function createWorld(): World {
  return { customers: [], deadTokens: [], ids: [], cursors: [] };
}

/** Records the ids of an answer for later requests. */
export function learn(world: World, data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  if (Array.isArray(data)) {
    for (const item of data.slice(0, 5)) learn(world, item);
    return;
  }
  const { id, clientOrderId, next, items } = data as Readonly<Record<string, unknown>>;
  remember(world.ids, id);
  remember(world.ids, clientOrderId);
  remember(world.cursors, next);
  if (Array.isArray(items)) learn(world, items);
}

function remember(list: string[], value: unknown): void {
  if (typeof value !== 'string' || list.includes(value)) return;
  list.push(value);
  if (list.length > kept) list.shift();
}
