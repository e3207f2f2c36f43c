import type { TokenCheck } from '@fft/console-contract';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface ListingTables {
  /** Display names of the assets that operators listed. */
  asset_names: { code: string; zh: string; en: string; fiat: boolean };
  /** Contracts that operators had custody check; custody answers, with a MAC. */
  token_checks: {
    id: GeneratedAlways<number>;
    chain: string;
    contract: string;
    operator: string;
    time: number;
    /** Null while it waits. */
    answer: ColumnType<CheckedToken | null, never, string>;
    mac: string | null;
    answered: number | null;
  };
  /** What operators paused. */
  network_pauses: {
    chain: string;
    /** Empty: all coins of the network. */
    coin: string;
    direction: 'deposits' | 'withdrawals';
    operator: string;
    time: number;
  };
  /** Coins that move over a network by a token that two operators agreed to. */
  listed_tokens: {
    chain: string;
    coin: string;
    /** In lower case. */
    contract: string;
    chain_decimals: number;
    /** The listed asset's. */
    ledger_decimals: number;
    /** Decimals of the coin. */
    fee: string;
    min: string;
    max: string;
    min_deposit: string;
    operators: string;
    time: number;
    mac: string;
  };
}

export type CheckedToken = NonNullable<TokenCheck['answer']>;
