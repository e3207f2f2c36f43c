import { SpotWebsocketStreams, type Spot } from '@binance/spot';
import { LocalBook, type DepthEvent, type DepthSnapshot } from './local-book.ts';

export interface FollowedBook {
  /** Takes REST's depth and compares it with the local book at the same update. Returns the differences found. */
  compare(): Promise<readonly string[]>;
  readonly events: () => number;
  stop(): Promise<void>;
}

const { DiffBookDepthUpdateSpeedEnum } = SpotWebsocketStreams;
const limit = 5_000;

/** Keeps a local order book by the client's streams, as its users do. */
export async function followBook(client: Spot, symbol: string): Promise<FollowedBook> {
  const connection = await client.websocketStreams.connect();
  const kept = new LocalBook();
  /** Books begun from later snapshots, which must become equal to the kept one. */
  const checked = new Set<{ readonly book: LocalBook; readonly settle: (differences: string[]) => void }>();
  let events = 0;
  const stream = connection.diffBookDepth({
    symbol: symbol.toLowerCase(),
    updateSpeed: DiffBookDepthUpdateSpeedEnum.UPDATE_SPEED_100ms,
  });
  stream.on('message', (message) => {
    const event = message as unknown as DepthEvent;
    events += 1;
    kept.apply(event);
    for (const each of checked) {
      each.book.apply(event);
      if (each.book.lastUpdateId !== kept.lastUpdateId) continue;
      checked.delete(each);
      each.settle(differencesOf(kept, each.book));
    }
  });
  const snapshot = async (): Promise<DepthSnapshot> => {
    const answer = await client.restAPI.depth({ symbol, limit });
    return (await answer.data()) as unknown as DepthSnapshot;
  };
  kept.begin(await snapshot());
  return {
    events: () => events,
    compare: async () => {
      const { promise, resolve } = Promise.withResolvers<string[]>();
      const book = new LocalBook();
      // Events that come while the snapshot is on its way are kept by the new book.
      const each = { book, settle: resolve };
      checked.add(each);
      book.begin(await snapshot());
      if (checked.has(each) && book.lastUpdateId === kept.lastUpdateId) {
        checked.delete(each);
        resolve(differencesOf(kept, book));
      }
      return promise;
    },
    stop: () => connection.disconnect(),
  };
}

function differencesOf(kept: LocalBook, fresh: LocalBook): string[] {
  const [one, other] = [kept.top(limit), fresh.top(limit)].map((top) => JSON.stringify(top));
  return one === other ? [] : [`at ${kept.lastUpdateId}: ${one} instead of ${other}`];
}
