import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@fft/client';
import { calls, type Withdrawal } from '@fft/contract';
import { codeFor, demoPassword, registerByApi } from './api-customer.ts';
import type { ExchangeProcess } from './exchange-process.ts';
import { operate } from './operator.ts';
import { submitPapers } from './papers.ts';

export const payPassword = '294715';
const way = { coin: 'USDT', chain: 'TRX' } as const;

/** A customer who may withdraw once their address is a day old. */
export interface Withdrawer {
  readonly email: string;
  readonly addressId: string;
}

/** Registers customers with coins, approved papers, a transaction password and an address, on an exchange whose clock is behind; then corrects the clock. */
export async function prepareWithdrawers(
  exchange: ExchangeProcess,
  names: readonly string[],
): Promise<readonly Withdrawer[]> {
  const customers = [];
  for (const name of names) {
    const customer = await registerByApi(exchange.url, `${name.toLowerCase().replaceAll(' ', '.')}@example.com`);
    await customer.receive('USDT', '90000');
    const { id: number } = await customer.client.call(calls.user.read, {});
    await submitPapers(customer, name, `2045${number}391`);
    await operate(exchange, 'identity', 'pass', number);
    customers.push(customer);
  }
  process.kill(exchange.pid, 'SIGUSR2');
  const withdrawers = [];
  for (const { client, email } of customers) {
    await client.call(calls.user.sendCode, { type: 'pay' });
    const digits = { password: payPassword, passwordConfirm: payPassword };
    await client.call(calls.user.setPassword, { type: 'pay', code: await codeFor(client, email), ...digits });
    const address = { name: 'Tron', address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', payPassword };
    const { id: addressId } = await client.call(calls.addresses.create, { ...way, ...address });
    withdrawers.push({ email, addressId });
  }
  process.kill(exchange.pid, 'SIGUSR2');
  return withdrawers;
}

/** Logs the same customer in again. */
export async function comeBack(
  exchange: ExchangeProcess,
  { email }: Pick<Withdrawer, 'email'>,
): Promise<{ readonly client: Client; readonly token: string }> {
  const anonymous = createClient({ baseUrl: exchange.url });
  const { token } = await anonymous.call(calls.auth.login, { email, password: demoPassword });
  return { token, client: createClient({ baseUrl: exchange.url, token: () => token, lang: () => 'en' }) };
}

/** Requests a withdrawal to the address. */
export async function withdraw(client: Client, { email, addressId }: Withdrawer, amount: string): Promise<Withdrawal> {
  const request = { ...way, amount, addressId };
  await client.call(calls.withdrawals.sendCode, request);
  const code = await codeFor(client, email);
  return client.call(calls.withdrawals.submit, { ...request, requestId: randomUUID(), code, payPassword });
}
