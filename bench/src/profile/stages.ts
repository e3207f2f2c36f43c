/** The stages of an order's way, each with what its code's paths contain. The first stage that fits a frame has it, from the innermost frame outwards. */
const stages: readonly (readonly [stage: string, ...paths: readonly string[]])[] = [
  ['applying: the engine', 'packages/engine/'],
  ['encoding and decoding commands', 'msgpackr', 'ledger/codec', 'notepack'],
  ['journal: writing and reading', 'packages/journal/', 'packages/postgres/', 'pg-protocol', '/pg/', 'ledger/lineage/'],
  ['tables: making the rows', 'ledger/projection/', 'ledger/partitions/'],
  ['applying: order records and events', 'ledger/replica/', 'ledger/listings/', 'ledger/timekeeper'],
  ['submitting and answering batches', 'ledger/gateway', 'ledger/journal-guard', 'platform/limits/budgets'],
  [
    'parsing and checking orders',
    'orders/parse-order',
    'orders/plain-order',
    'orders/create',
    'orders/order-entry',
    'orders/serve-orders',
    'orders/order-wire',
    'orders/trading',
    'orders/order-limit',
    'packages/contract/',
    '/zod/',
    'packages/decimal/',
  ],
  [
    'sessions, keys and limits',
    'accounts/',
    'transport/http/weights',
    'transport/http/flood',
    '@fastify/rate-limit',
    'transport/http/connections',
    'transport/http/charge',
    'transport/http/context',
    'transport/http/gates',
    'transport/websocket/socket-owners',
    'transport/websocket/token-bucket',
    'platform/processes/shared-uses',
  ],
  [
    'views: feeds, candles, tickers, notices',
    'markets/',
    'orders/',
    'funds/',
    'binance/',
    'notifications/',
    'content/',
    'ledger/reconciliation/',
  ],
  ['metrics', 'metrics/', 'prom-client', 'tdigest'],
  ['socket door: frames and messages', 'transport/websocket/', '/ws/'],
  ['HTTP door: routes and answers', 'transport/http/', 'fastify', 'find-my-way', 'avvio', 'light-my-request'],
  ['HTTP door: Node’s server', 'node:_http', 'node:internal/http'],
  ['other of ours', '/apps/exchange/', '/packages/'],
];

/** V8's own frames. */
const special: Readonly<Record<string, string>> = {
  '(garbage collector)': 'collecting garbage',
  '(program)': 'V8 and system calls outside functions',
};
const rest = 'Node: sockets, timers, promises';

/** The names of all stages, in the order of an order's way. */
export const stageNames: readonly string[] = [...stages.map(([name]) => name), rest, ...Object.values(special)];

export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** Folds V8's samples: microseconds by stage, without idle time. */
export function foldProfile({ nodes, samples = [], timeDeltas = [] }: Profile): ReadonlyMap<string, number> {
  const stageOfNode = stagesOfNodes(nodes);
  const sums = new Map<string, number>();
  samples.forEach((id, index) => {
    const stage = stageOfNode.get(id);
    if (stage === undefined || stage === null) return;
    // The time after a sample belongs to it.
    sums.set(stage, (sums.get(stage) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0));
  });
  return sums;
}

/** The stage of each node, from its frame or that of the nearest caller with one; null for idle time. */
function stagesOfNodes(nodes: Profile['nodes']): ReadonlyMap<number, string | null> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, string | null>();
  const [root] = nodes;
  const open = root === undefined ? [] : [{ node: root, above: rest }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { functionName, url } = next.node.callFrame;
    const stage = special[functionName] ?? stageOf(url) ?? next.above;
    found.set(next.node.id, functionName === '(idle)' ? null : stage);
    for (const child of next.node.children ?? []) {
      const node = byId.get(child);
      if (node !== undefined) open.push({ node, above: stage });
    }
  }
  return found;
}

function stageOf(url: string): string | undefined {
  return stages.find(([, ...paths]) => paths.some((path) => url.includes(path)))?.[0];
}
