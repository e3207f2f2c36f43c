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
    /** The saved address of the request; it may be deleted since. */
    address_id: number;
    address: string;
    /** Empty if there is none. */
    memo: string;
    /** Units that leave the account, including the fee. */
    amount: number;
    fee: number;
    /** Worth at the time of the request in millionths of a USDT, by control prices; null if no market valued it reliably. */
    usdt_units: number | null;
    state: State;
    /** The next state once its money is frozen. */
    planned: 'review' | 'approved';
    /** The author of the decision to pay, and the MAC over that and all that is paid; null in rows older than the MACs. */
    decision: string | null;
    mac: string | null;
    /** The number of decisions so far; the MAC covers it. */
    decisions: Generated<number>;
    /** The MAC over the final state, by the same key; null until then. */
    end_mac: string | null;
    /** Reasons for review, or for a second look. */
    risks: Generated<Risk[]>;
    /** The ledger's reason to refuse it. */
    reason: string | null;
    /** The reason of a rejection or failure, shown to the customer. */
    reason_zh: string | null;
    reason_en: string | null;
    txid: string | null;
    confirmations: number | null;
    time: number;
    updated: number;
    /** True once the ledger knows the end. */
    closed: boolean;
  };
}
