import type { Interval, Made, streamData } from '@fft/contract';

type DataByKind = {
  readonly [Kind in keyof typeof streamData]: Made<(typeof streamData)[Kind]>;
};
export type ChannelKind = keyof DataByKind;

/** `ticker` is all markets, `ticker:BTC/USDT` one; `kline:BTC/USDT:1m` is one of its charts. `orders`, `balances`, `alerts` and `messages` are the session's own. */
export type ChannelName =
  | 'ticker'
  | PrivateChannel
  | `${'ticker' | 'depth' | 'trades'}:${string}`
  | `kline:${string}:${Interval}`;

export type PrivateChannel = 'orders' | 'balances' | 'alerts' | 'messages';

/** What a push of this channel carries. */
export type ChannelData<Name extends ChannelName> = Name extends ChannelKind
  ? DataByKind[Name]
  : Name extends `${infer Kind extends ChannelKind}:${string}`
    ? DataByKind[Kind]
    : never;

const privateKinds: readonly PrivateChannel[] = ['orders', 'balances', 'alerts', 'messages'];
const kinds: readonly ChannelKind[] = ['ticker', 'depth', 'trades', 'kline', ...privateKinds];

/** The first part of a channel's name; undefined when the client doesn't know it. */
export function kindOf(channel: string): ChannelKind | undefined {
  const first = channel.split(':', 1)[0];
  return kinds.find((kind) => kind === first);
}

/** Private channels speak only after the session is known. */
export function isPrivate(channel: string): boolean {
  return privateKinds.some((kind) => kind === channel);
}
