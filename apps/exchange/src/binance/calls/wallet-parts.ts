import type { ApiKey } from '@fft/contract';
import type { DepositCalls } from '../../custody/index.ts';
import type { CustomersWithdrawals } from '../../funds/withdrawals/index.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { Valuation } from '../../assets/prices/valuation.ts';
import type { Context } from '../../transport/http/context.ts';
import type { SignedCaller } from './call.ts';

/** The services of other modules that the calls about money use. */
export interface WalletServices {
  readonly deposits: DepositCalls;
  readonly withdrawals: CustomersWithdrawals;
  readonly valuation: Valuation;
  /** A customer's API keys. */
  readonly keysOf: (customer: number) => Promise<readonly ApiKey[]>;
}

/** A withdrawal as it is stored. */
export type WithdrawalRow = Awaited<ReturnType<CustomersWithdrawals['list']>>[number];

export interface WalletParts extends WalletServices {
  readonly ledger: Pick<Ledger, 'host' | 'directory'>;
}

/** The caller as the services' own calls know them. */
export function contextOf({ customer, ip, userAgent }: SignedCaller): Context<'required'> {
  return { customer, ip, userAgent, lang: 'en', traceId: '' };
}
