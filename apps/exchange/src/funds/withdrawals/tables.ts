import type { Generated, GeneratedAlways } from 'kysely';
import type { Risk } from '@fft/console-contract';
import type { State } from './states.ts';

export interface WithdrawalTables {
  withdrawals: {
    id: GeneratedAlways<number>;
    customer: number;
    request_id: string;
    coin: string;
    chain: string;
    asset: number;
    /** The saved address that was chosen; it may be gone since. */
    address_id: number;
    address: string;
    /** Empty where there is none. */
    memo: string;
    /** Units that leave the account, fee included. */
    amount: number;
    fee: number;
    /** Worth in millionths of a USDT when it was asked for, by control prices; null where no market said so reliably. */
    usdt_units: number | null;
    state: State;
    /** What it becomes once its money is frozen. */
    planned: 'review' | 'approved';
    /** Who decided that it is paid, and the MAC over that and all that is paid; null in rows of before there were MACs. */
    decision: string | null;
    mac: string | null;
    /** How often it was decided; the number of the decision under the MAC. */
    decisions: Generated<number>;
    /** Over how it ended, by the same key; null until then. */
    end_mac: string | null;
    /** Why people look at it, or should look twice. */
    risks: Generated<Risk[]>;
    /** Why the ledger refused it. */
    reason: string | null;
    /** Why it was rejected or failed, as the customer is told. */
    reason_zh: string | null;
    reason_en: string | null;
    txid: string | null;
    confirmations: number | null;
    time: number;
    updated: number;
    /** The ledger knows how it ended. */
    closed: boolean;
  };
}
