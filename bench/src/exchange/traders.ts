import { calls } from '@fft/contract';
import { createClient } from '@fft/client';
import type { Trader } from './orders.ts';

/** Registers customers with mailbox codes and funds them from the faucet. */
export async function makeTraders(baseUrl: string, count: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let index = 0; index < count; index++) {
    let token = '';
    const client = createClient({ baseUrl, token: () => token, lang: () => 'en' });
    const email = `trader-${index}@bench.example`;
    await client.call(calls.auth.requestRegistrationCode, { email });
    const [mail] = await client.call(calls.demo.mailbox, { to: email });
    const password = `bench trader ${index} of FFT`;
    const registration = { email, code: mail?.code ?? '', password, passwordConfirm: password };
    ({ token } = await client.call(calls.auth.register, registration));
    await client.call(calls.demo.faucet, { requestId: 'coins', coin: 'BTC', amount: '0.5' });
    await client.call(calls.demo.faucet, { requestId: 'money', coin: 'USDT', amount: '50000' });
    traders.push({ token });
  }
  return traders;
}
