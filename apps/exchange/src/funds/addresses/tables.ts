import type { GeneratedAlways } from 'kysely';

export interface WalletTables {
  wallet_addresses: {
    id: GeneratedAlways<number>;
    customer: number;
    coin: string;
    chain: string;
    name: string;
    address: string;
    /** Empty if there is none. */
    memo: string;
    usable_from: number;
    created: number;
  };
}
