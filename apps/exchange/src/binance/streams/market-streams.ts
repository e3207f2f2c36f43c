import type { Fill } from '@fft/engine';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import type { Incidents } from '../../platform/incidents.ts';
import { allMarketsStream } from './all-markets-stream.ts';
import { createStream, tickerOf } from './create-stream.ts';
import type { ReadHours } from './kline-source.ts';
import type { MarketStream } from './market-stream.ts';
import type { StreamSocket } from './stream-socket.ts';
import type { StreamSources } from './stream-parts.ts';
import { allMarketsSpec, streamSpec } from './stream-spec.ts';
import type { NamedMarket } from '../symbols.ts';
import { Topic } from './topic.ts';

/** Close code after a failure: what a reader has is incomplete. */
const serverFailed = 1011;

export interface MarketStreamsOptions extends StreamSources {
  readonly markets: () => readonly NamedMarket[];
  readonly viewOf: (market: number) => MarketView;
  readonly readHours: ReadHours;
  readonly incidents: Pick<Incidents, 'note'>;
}

interface Running {
  readonly topic: Topic;
  readonly stream: MarketStream & { touch?(market: number): void };
  /** −1 for a stream of all markets. */
  readonly market: number;
}

const allMarkets = -1;
const none: readonly never[] = [];

/** All market streams that have readers. Nothing is computed for others. */
export class MarketStreams {
  readonly #options: MarketStreamsOptions;
  readonly #running = new Map<string, Running>();
  readonly #byMarket = new Map<number, Set<Running>>();
  #beats = 0;

  constructor(options: MarketStreamsOptions) {
    this.#options = options;
  }

  /** Adds a reader to a stream; a name that means nothing is kept, but has no events, as on Binance. */
  subscribe(socket: StreamSocket, name: string): void {
    if (socket.streams.has(name)) return;
    const running = this.#running.get(name) ?? this.#begin(name);
    socket.streams.set(name, running?.topic ?? null);
    if (!running) return;
    running.topic.add(socket.connection, socket.form);
    running.stream.joined?.();
  }

  unsubscribe(socket: StreamSocket, name: string): void {
    const topic = socket.streams.get(name);
    socket.streams.delete(name);
    if (!topic) return;
    topic.remove(socket.connection, socket.form);
    const running = this.#running.get(name);
    if (running?.topic === topic && topic.size === 0) this.#end(running);
  }

  /** Called with every batch of the replica. */
  add(batch: BatchEvents): void {
    if (this.#byMarket.size === 0) return;
    const fills = batch.fills.length === 0 ? null : Map.groupBy(batch.fills, ({ market }) => market);
    for (const [market, levels] of batch.levels) {
      this.#addTo(market, { sequence: batch.sequence, levels, fills: fills?.get(market) ?? none });
    }
    for (const [market, own] of fills ?? none) {
      if (!batch.levels.has(market)) this.#addTo(market, { sequence: batch.sequence, levels: none, fills: own });
    }
    if (fills) this.#touch(fills);
  }

  /** Called every tenth of a second. */
  beat(): void {
    this.#beats += 1;
    for (const running of this.#running.values()) {
      if (running.stream.beat) this.#attempt(running, () => running.stream.beat?.(this.#beats));
    }
  }

  #addTo(market: number, batch: Parameters<NonNullable<MarketStream['add']>>[0]): void {
    for (const running of this.#byMarket.get(market) ?? none) {
      if (running.stream.add) this.#attempt(running, () => running.stream.add?.(batch));
    }
  }

  #touch(fills: ReadonlyMap<number, readonly Fill[]>): void {
    for (const { stream } of this.#byMarket.get(allMarkets) ?? none) {
      for (const market of fills.keys()) stream.touch?.(market);
    }
  }

  #begin(name: string): Running | null {
    const running = this.#create(name);
    if (!running) return null;
    this.#running.set(name, running);
    const beside = this.#byMarket.get(running.market);
    if (beside) beside.add(running);
    else this.#byMarket.set(running.market, new Set([running]));
    return running;
  }

  #create(name: string): Running | null {
    const topic = new Topic(name);
    const all = allMarketsSpec(name);
    if (all) {
      return { topic, market: allMarkets, stream: allMarketsStream({ ...this.#options, topic }, tickerOf(all)) };
    }
    const at = name.indexOf('@');
    const spec = at < 1 ? null : streamSpec(name.slice(at + 1));
    const found = spec && this.#options.markets().find(({ symbol }) => symbol.toLowerCase() === name.slice(0, at));
    if (!found) return null;
    const { viewOf, incidents } = this.#options;
    const { view, symbol } = found;
    const parts = {
      ...this.#options,
      topic,
      symbol,
      market: view.id,
      view: () => viewOf(view.id),
      onError: (error: unknown) => incidents.note('streams', error),
    };
    return { topic, market: view.id, stream: createStream(parts, spec) };
  }

  #end(running: Running): void {
    this.#running.delete(running.topic.name);
    const beside = this.#byMarket.get(running.market);
    beside?.delete(running);
    if (beside?.size === 0) this.#byMarket.delete(running.market);
  }

  /** A failed stream ends, and its readers are closed: they connect again rather than keep a hole. */
  #attempt(running: Running, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.incidents.note('streams', error);
      this.#end(running);
      running.topic.close(serverFailed, 'please connect again');
    }
  }
}
