import type { Interval, SchemaOutput, streamData } from '@fft/contract';

type DataByKind = {
  readonly [Kind in keyof typeof streamData]: SchemaOutput<(typeof streamData)[Kind]>;
};
export type ChannelKind = keyof DataByKind;

/** `ticker` covers all markets, `ticker:BTC/USDT` one; `kline:BTC/USDT:1m` is a candle series. `orders`, `balances`, `alerts` and `messages` are private. */
export type ChannelName =
  | 'ticker'
  | PrivateChannel
  | `${'ticker' | 'depth' | 'trades'}:${string}`
  | `kline:${string}:${Interval}`;

export type PrivateChannel = 'orders' | 'balances' | 'alerts' | 'messages';

/** Data of a channel's pushes. */
export type ChannelData<Name extends ChannelName> = Name extends ChannelKind
  ? DataByKind[Name]
  : Name extends `${infer Kind extends ChannelKind}:${string}`
    ? DataByKind[Kind]
    : never;

const privateKinds: readonly PrivateChannel[] = ['orders', 'balances', 'alerts', 'messages'];
const kinds: readonly ChannelKind[] = ['ticker', 'depth', 'trades', 'kline', ...privateKinds];

/** Returns the first part of a channel name; undefined if unknown. */
export function kindOf(channel: string): ChannelKind | undefined {
  const first = channel.split(':', 1)[0];
  return kinds.find((kind) => kind === first);
}

/** Private channels need an authenticated socket. */
export function isPrivate(channel: string): boolean {
  return privateKinds.some((kind) => kind === channel);
}
