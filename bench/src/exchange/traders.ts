import { generateKeyPairSync } from 'node:crypto';
import { calls } from '@fft/contract';
import { createClient, type Client } from '@fft/client';
import type { Trader } from './orders.ts';

/** Registers customers with mailbox codes and funds them from the faucet. */
export async function makeTraders(
  baseUrl: string,
  count: number,
  keys: 'ed25519' | 'hmac' | null = null,
): Promise<Trader[]> {
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
    traders.push({ token, ...(keys && { key: await makeKey(client, { email, password }, keys) }) });
  }
  return traders;
}

interface Login {
  readonly email: string;
  readonly password: string;
}

async function makeKey(client: Client, { email, password }: Login, kind: 'ed25519' | 'hmac') {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'pem', type: 'spki' });
  const { flow } = await client.call(calls.user.sendCode, { type: 'apiKey' });
  const [mail] = await client.call(calls.demo.mailbox, { to: email });
  const { key, secret } = await client.call(calls.keys.create, {
    name: 'bench',
    rights: 'read,trade',
    ...(kind === 'ed25519' && { publicKey }),
    password,
    code: mail?.code ?? '',
    flow,
  });
  return { id: key.id, secret: secret ?? pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) };
}
