import type { calls, CallOutput } from '@fft/contract';
import { keepNetwork, lastNetwork } from './last-network.ts';
import { usePersistedState } from '../session/index.ts';

export type LiftCoin = CallOutput<typeof calls.withdrawals.coins>[number];
type LiftChain = LiftCoin['chains'][number];

export interface Pair {
  readonly coin: LiftCoin | undefined;
  readonly chain: LiftChain | undefined;
  /** The wanted coin, where it can't be withdrawn; no other one takes its place unasked. */
  readonly unsupported: string | null;
  readonly setCoin: (coin: string) => void;
  readonly setChain: (chain: string) => void;
}

/** A withdrawable coin and one of its networks. Another coin starts with the network last used for it, or its first one. */
export function usePair(
  coins: readonly LiftCoin[],
  wanted: {
    readonly coin: string | null;
    readonly chain: string | null;
    /** Name under which the choice survives a reload. */
    readonly storedAs: string;
  },
): Pair {
  const [coinName, setCoin] = usePersistedState<string | null>(
    `${wanted.storedAs}:coin`,
    (kept) => kept ?? wanted.coin,
  );
  const [chainName, setChain] = usePersistedState<string | null>(
    `${wanted.storedAs}:chain`,
    (kept) => kept ?? wanted.chain,
  );
  const found = coins.find((each) => each.coin === coinName);
  const unsupported = found === undefined ? coinName : null;
  const coin = coinName === null ? (coins.find((each) => each.coin === 'USDT') ?? coins[0]) : found;
  const find = (name: string | null): LiftChain | undefined => coin?.chains.find((each) => each.chain === name);
  const chain = find(chainName) ?? find(coin ? lastNetwork(coin.coin) : null) ?? coin?.chains[0];
  return {
    coin,
    chain,
    unsupported,
    setCoin,
    setChain: (name) => {
      if (coin) keepNetwork(coin.coin, name);
      setChain(name);
    },
  };
}
