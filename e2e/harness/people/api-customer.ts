import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@fft/client';
import { calls, type CallInput, type CallOutput, type Lang } from '@fft/contract';

export const demoPassword = 'correct horse battery';

/** A new e-mail address, unique on a server that journeys share. */
export const newMail = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** A customer who uses the API directly, like a bot. */
export interface ApiCustomer {
  readonly email: string;
  readonly client: Client;
  readonly token: string;
  /** Requests coins from the demo's faucet. */
  receive(coin: string, amount: string): Promise<void>;
  /** Places an order under a new id. */
  place(
    order: Omit<CallInput<typeof calls.trade.create>, 'clientOrderId'>,
  ): Promise<CallOutput<typeof calls.trade.create>>;
}

/** Waits for the newest code sent to `email`, read from the demo's mailbox. */
export async function codeFor(client: Client, email: string): Promise<string> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const mails = await client.call(calls.demo.mailbox, { to: email });
    const code = mails.find((mail) => mail.code !== undefined)?.code;
    if (code !== undefined) return code;
  }
  throw new Error(`no code came for ${email}`);
}

/** Registers a customer with a code from the mailbox. */
export async function registerByApi(url: string, email: string, lang: Lang = 'en'): Promise<ApiCustomer> {
  let token: string | null = null;
  const client = createClient({ baseUrl: url, token: () => token, lang: () => lang });
  await client.call(calls.auth.requestRegistrationCode, { email });
  const code = await codeFor(client, email);
  const session = await client.call(calls.auth.register, {
    email,
    code,
    password: demoPassword,
    passwordConfirm: demoPassword,
  });
  token = session.token;
  return {
    email,
    client,
    token,
    receive: async (coin, amount) => {
      await client.call(calls.demo.faucet, { requestId: randomUUID(), coin, amount });
    },
    place: (order) => client.call(calls.trade.create, { clientOrderId: randomUUID(), ...order }),
  };
}
