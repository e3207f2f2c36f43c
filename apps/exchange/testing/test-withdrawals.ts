import { RefusedError } from '@fft/client';
import { calls, type CallInput, type Withdrawal } from '@fft/contract';
import { expect } from 'vitest';
import { payPassword, startTestMoney, type MoneyCustomer, type TestMoney } from './test-money.ts';

export type Submit = CallInput<typeof calls.withdrawals.submit>;
export type Request = Pick<Submit, 'coin' | 'chain' | 'amount' | 'addressId'>;

export const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const otherWallet = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const dayMs = 86_400_000;

export interface Holding {
  readonly usable: string | undefined;
  readonly frozen: string | undefined;
}

/** Two customers with 100,000 USDT and a usable address on Ethereum each, and helpers for their withdrawals. */
export interface TestWithdrawals {
  readonly money: TestMoney;
  readonly anna: MoneyCustomer;
  /** Uses Chinese. */
  readonly li: MoneyCustomer;
  /** Saves an address on Ethereum for USDT; it becomes usable a day later. */
  saveAddress(who: MoneyCustomer, address: string): Promise<string>;
  /** Builds a request to the customer's first address by default. */
  request(who: MoneyCustomer, amount: string, addressId?: string): Request;
  askCode(who: MoneyCustomer, fields: Request): Promise<string>;
  /** Adds the mailed code and a new requestId. */
  submission(who: MoneyCustomer, fields: Request): Promise<Submit>;
  withdraw(who: MoneyCustomer, fields: Request): Promise<Withdrawal>;
  newId(): string;
  usdt(who: MoneyCustomer): Promise<Holding>;
}

/** Starts its own exchange unless one is given. */
export async function startTestWithdrawals(given?: TestMoney): Promise<TestWithdrawals> {
  const money =
    given ??
    (await startTestMoney({
      REVIEW_FROM_USDT: '9000',
      RISK_REVIEW_FROM_USDT: '9000',
      WITHDRAWAL_DAY_USDT: '1500',
    }));
  const first = new Map<MoneyCustomer, string>();
  let requests = 0;
  const newId = () => `out-${++requests}`;

  async function saveAddress(who: MoneyCustomer, address: string): Promise<string> {
    const fields = { coin: 'USDT', chain: 'ETH', name: 'mine', address, payPassword };
    const { id } = await who.call(calls.addresses.create, fields);
    if (!first.has(who)) first.set(who, id);
    return id;
  }

  async function askCode(who: MoneyCustomer, fields: Request): Promise<string> {
    await who.call(calls.withdrawals.sendCode, fields);
    return money.codeOf(who);
  }

  async function submission(who: MoneyCustomer, fields: Request): Promise<Submit> {
    return { ...fields, requestId: newId(), code: await askCode(who, fields), payPassword };
  }

  const anna = await money.customer('anna', 'en', { USDT: '100000' });
  const li = await money.customer('li', 'zh', { USDT: '100000' });
  for (const who of [anna, li]) await saveAddress(who, wallet);
  money.clock.time += dayMs;

  return {
    money,
    anna,
    li,
    saveAddress,
    request: (who, amount, addressId = first.get(who) ?? '') => ({ coin: 'USDT', chain: 'ETH', amount, addressId }),
    askCode,
    submission,
    withdraw: async (who, fields) => who.call(calls.withdrawals.submit, await submission(who, fields)),
    newId,
    usdt: async (who) => {
      const { accounts } = await who.call(calls.assets.overview, {});
      const line = accounts.coin.find(({ coin }) => coin === 'USDT');
      return { usable: line?.usable, frozen: line?.frozen };
    },
  };
}

/** Returns the refusal of a call; fails if the call succeeds. */
export function refusal(call: Promise<unknown>): Promise<RefusedError> {
  return call.then(
    () => expect.unreachable('the call was not refused'),
    (error: unknown) => {
      if (error instanceof RefusedError) return error;
      throw error;
    },
  );
}
