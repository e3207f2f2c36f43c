/** A customer of the fuzzed server: what requests in his name are made of. */
export interface FuzzCustomer {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly payPassword: string;
  /** A saved address that may be used. */
  readonly addressId: string;
  /** Codes that were sent to him, the newest first. */
  codes: readonly string[];
}

/** What is known of the server by now. Requests are drawn from it. */
export interface World {
  customers: readonly FuzzCustomer[];
  /** Tokens whose sessions have ended. */
  readonly deadTokens: string[];
  /** Ids that answers told, of whatever and whomever; the oldest are forgotten. */
  readonly ids: string[];
  readonly cursors: string[];
}

const kept = 300;

export function createWorld(): World {
  return { customers: [], deadTokens: [], ids: [], cursors: [] };
}

/** Keeps what an answer tells for requests to come. */
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
