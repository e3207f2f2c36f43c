import { calls } from '@fft/contract';
import { createClient } from '@fft/client';
import type { Trader } from './orders.ts';

/** Registers sellers and buyers by mailbox codes and funds them by the faucet. */
export async function makeTraders(baseUrl: string, count: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let index = 0; index < count; index++) {
    const side = index % 2 === 0 ? 'sell' : 'buy';
    let token = '';
    const client = createClient({ baseUrl, token: () => token, lang: () => 'en' });
    const email = `trader-${index}@bench.example`;
    await client.call(calls.passport.regemail, { email });
    const [mail] = await client.call(calls.demo.mailbox, { to: email });
    const password = `bench trader ${index} of FFT`;
    const registration = { email, code: mail?.code ?? '', password, passwordConfirm: password };
    ({ token } = await client.call(calls.passport.reg, registration));
    const [coin, amount] = side === 'sell' ? ['BTC', '1'] : ['USDT', '100000'];
    await client.call(calls.demo.faucet, { requestId: 'fund', coin, amount });
    traders.push({ token, side });
  }
  return traders;
}
