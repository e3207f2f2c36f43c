import { randomUUID } from 'node:crypto';
import { calls, type Withdrawal } from '@fft/contract';
import { codeFor, newMail, registerByApi, type ApiCustomer } from './api-customer.ts';
import { approvePapers } from '../console/console.ts';
import type { ExchangeProcess } from '../exchange/exchange-process.ts';
import { passMinute } from '../exchange/movable-clock.ts';
import { submitPapers } from './papers.ts';

export const payPassword = '294715';
const way = { coin: 'USDT', chain: 'ETH' } as const;

/** A customer who can withdraw to a saved address. */
export interface Withdrawer extends ApiCustomer {
  readonly addressId: string;
}

/** Submits a customer's identity documents in this name; an operator approves them. Returns the customer's number. */
export async function verify(exchange: ExchangeProcess, customer: ApiCustomer, name: string): Promise<string> {
  const { id } = await customer.client.call(calls.user.read, {});
  await submitPapers(customer, name, `2045${id}391`);
  await approvePapers(exchange, id);
  return id;
}

/** Sets the transaction password with an e-mailed code. The server sends a code only a minute after the previous one. */
export async function setPayPassword({ client, email }: ApiCustomer): Promise<void> {
  await client.call(calls.user.sendCode, { type: 'pay' });
  const digits = { password: payPassword, passwordConfirm: payPassword };
  await client.call(calls.user.setPassword, { type: 'pay', code: await codeFor(client, email), ...digits });
}

/** Registers customers with coins, identity documents, a transaction password and an address. The exchange's waiting time must be under a minute. */
export async function prepareWithdrawers(
  exchange: ExchangeProcess,
  names: readonly string[],
): Promise<readonly Withdrawer[]> {
  const customers = [];
  for (const name of names) {
    const customer = await registerByApi(exchange.url, newMail(name.toLowerCase().replaceAll(' ', '.')));
    await customer.receive('USDT', '90000');
    await verify(exchange, customer, name);
    customers.push(customer);
  }
  await passMinute(exchange);
  const withdrawers = [];
  for (const customer of customers) {
    await setPayPassword(customer);
    const address = { name: 'Cold', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', payPassword };
    const { id: addressId } = await customer.client.call(calls.addresses.create, { ...way, ...address });
    withdrawers.push({ ...customer, addressId });
  }
  await passMinute(exchange);
  return withdrawers;
}

/** Requests a withdrawal to the address. */
export async function withdraw({ client, email, addressId }: Withdrawer, amount: string): Promise<Withdrawal> {
  const request = { ...way, amount, addressId };
  await client.call(calls.withdrawals.sendCode, request);
  const code = await codeFor(client, email);
  return client.call(calls.withdrawals.submit, { ...request, requestId: randomUUID(), code, payPassword });
}
