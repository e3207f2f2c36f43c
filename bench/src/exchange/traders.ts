import { generateKeyPairSync } from 'node:crypto';
import { calls } from '@fft/contract';
import { createClient, type Client } from '@fft/client';
import type { Trader } from './orders.ts';

/** Registers customers with mailbox codes and funds them from the faucet. */
export async function makeTraders(baseUrl: string, count: number, withKeys = false): Promise<Trader[]> {
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
    traders.push({ token, ...(withKeys && { key: await makeKey(client, { email, password }) }) });
  }
  return traders;
}

async function makeKey(client: Client, { email, password }: { readonly email: string; readonly password: string }) {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const { flow } = await client.call(calls.user.sendCode, { type: 'apiKey' });
  const [mail] = await client.call(calls.demo.mailbox, { to: email });
  const wanted = { name: 'bench', rights: 'read,trade', publicKey, password, code: mail?.code ?? '', flow };
  const { key } = await client.call(calls.keys.create, wanted);
  return { id: key.id, privateKey: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
}
