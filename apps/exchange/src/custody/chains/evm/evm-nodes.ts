import type { Logger } from 'pino';
import { createTransport, hexToNumber, http, HttpRequestError, TimeoutError, type Hex, type Transport } from 'viem';

export interface EvmNodesOptions {
  /** The network's name. */
  readonly chain: string;
  /** Nodes of another chain aren't asked; null: any. */
  readonly chainId: number | null;
  /** In the order in which they are asked. */
  readonly urls: readonly string[];
  readonly blockSeconds: number;
  readonly log: Logger;
}

type Request = ReturnType<Transport>['request'];

interface Node {
  readonly host: string;
  readonly request: Request;
  /** Asks without patience. */
  readonly probe: Request;
  /** Why it isn't asked; null if it is up. */
  trouble: string | null;
  height: number;
}

const timeoutMs = 10_000;
const probeTimeoutMs = 3_000;
const checkEveryMs = 10_000;
/** A node that many seconds of blocks behind the others isn't asked, unless those are few. */
const maxBehindSeconds = 60;
const minBehindBlocks = 10;

/**
 * The nodes of a network: which one reads and which one confirms. Both are chosen at the beginning of a round and stay for it: a node that answers as the
 * first, falls out, and answers again as the second would confirm its own lie.
 */
export class EvmNodes {
  readonly #options: EvmNodesOptions;
  readonly #nodes: readonly Node[];
  #reader: Node;
  #witness: Node | null;
  #checkedAt = -Infinity;
  #checking: Promise<void> | null = null;

  constructor(options: EvmNodesOptions) {
    this.#options = options;
    this.#nodes = options.urls.map(openNode);
    const [first] = this.#nodes;
    if (!first) throw new Error('an EVM network needs a node');
    this.#reader = first;
    this.#witness = this.#other(first);
  }

  /** Asks the node that reads. */
  get reading(): Transport {
    return this.#transport(() => this.#reader);
  }

  /** Asks the node that confirms, which is of another host; null if all are of one. */
  get confirming(): Transport | null {
    return this.#witness && this.#transport(() => this.#witness ?? this.#reader);
  }

  /** True if the node that confirms answers. */
  get isConfirmingUp(): boolean {
    return this.#witness !== null && isUp(this.#witness);
  }

  /** Begins a round: looks after the nodes now and then, and chooses the two. */
  async begin(): Promise<void> {
    if (performance.now() - this.#checkedAt >= checkEveryMs) this.#checking ??= this.#check();
    // A node that hangs keeps no one waiting while another one is up.
    if (this.#checkedAt === -Infinity || !this.#nodes.some(isUp)) await this.#checking;
    const before = this.#reader;
    this.#reader = this.#nodes.find(isUp) ?? before;
    this.#witness = this.#other(this.#reader);
    if (this.#reader !== before)
      this.#options.log.warn({ chain: this.#options.chain, host: this.#reader.host }, 'node.reads');
  }

  /** The first node of another host; one that is down is asked too, rather than none. */
  #other({ host }: Node): Node | null {
    const others = this.#nodes.filter((node) => node.host !== host);
    return others.find(isUp) ?? others[0] ?? null;
  }

  #transport(node: () => Node): Transport {
    return () =>
      createTransport({
        key: 'nodes',
        name: 'Nodes of a network',
        type: 'nodes',
        retryCount: 0,
        request: async (asked: Parameters<Request>[0]) => {
          const now = node();
          try {
            return await now.request(asked);
          } catch (error) {
            if (isAway(error)) this.#note(now, error instanceof Error ? error.message : String(error));
            throw error;
          }
        },
      });
  }

  async #check(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => this.#probe(node)));
    // The second highest: one node alone can't make the others look late.
    const [, height = 0] = this.#nodes
      .filter(isUp)
      .map((node) => node.height)
      .toSorted((one, other) => other - one);
    const most = Math.max(minBehindBlocks, Math.ceil(maxBehindSeconds / this.#options.blockSeconds));
    for (const node of this.#nodes.filter(isUp))
      if (height - node.height > most) this.#note(node, `it is ${height - node.height} blocks behind`);
    this.#checkedAt = performance.now();
    this.#checking = null;
  }

  async #probe(node: Node): Promise<void> {
    try {
      const [chainId, height] = (
        await Promise.all([node.probe({ method: 'eth_chainId' }), node.probe({ method: 'eth_blockNumber' })])
      ).map((text) => hexToNumber(text as Hex)) as [number, number];
      node.height = height;
      const { chainId: wanted } = this.#options;
      const isOther = wanted !== null && chainId !== wanted;
      this.#note(node, isOther ? `it follows chain ${chainId}` : null);
    } catch (error) {
      this.#note(node, error instanceof Error ? error.message : String(error));
    }
  }

  #note(node: Node, trouble: string | null): void {
    const { chain, log } = this.#options;
    const { host } = node;
    if (trouble !== null && node.trouble === null) log.error({ chain, host, trouble }, 'node.down');
    if (trouble === null && node.trouble !== null) log.warn({ chain, host }, 'node.up');
    node.trouble = trouble;
  }
}

function openNode(url: string): Node {
  const open = (timeout: number, retryCount: number): Request => http(url, { timeout, retryCount })({}).request;
  const { host } = new URL(url);
  return { host, request: open(timeoutMs, 1), probe: open(probeTimeoutMs, 0), trouble: null, height: 0 };
}

function isUp({ trouble }: Node): boolean {
  return trouble === null;
}

/** True if a node did not answer, or answered that it can't now; its refusals of a call are answers. */
export function isAway(error: unknown): boolean {
  return error instanceof HttpRequestError || error instanceof TimeoutError;
}
