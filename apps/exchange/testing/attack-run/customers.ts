import type { Client } from '@fft/client';
import { calls } from '@fft/contract';
import { sql } from 'kysely';
import type { World } from './attack.ts';

export const payPassword = '294715';

/** A customer that an attacker registered. */
export interface Puppet {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly client: Client;
}

export type Coins = Readonly<Record<string, string>>;

export async function newestCode(client: Client, email: string): Promise<string> {
  const mails = await client.call(calls.demo.mailbox, { to: email });
  return mails.find(({ code }) => code !== undefined)?.code ?? '';
}

/** Registers a customer with coins from the faucet. */
export async function puppet(world: World, coins: Coins = {}, from = world.address()): Promise<Puppet> {
  const name = world.name('puppet');
  const [email, password] = [`${name}@attack.example`, `the password of ${name}`];
  const anonymous = world.client({ from });
  const { flow } = await anonymous.call(calls.auth.requestRegistrationCode, { email });
  const code = await newestCode(anonymous, email);
  const registration = { email, flow, code, password, passwordConfirm: password };
  const { token, user } = await anonymous.call(calls.auth.register, registration);
  const client = world.client({ token, from });
  for (const [coin, amount] of Object.entries(coins)) {
    await client.call(calls.demo.faucet, { requestId: world.name('fund'), coin, amount });
  }
  return { id: Number(user.id), email, password, token, client };
}

export interface Payee {
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
}

const usdtOnEthereum: Payee = { coin: 'USDT', chain: 'ETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };

/** Registers a customer who may withdraw: with a transaction password, a verified identity, and an address saved long ago. */
export async function withdrawer(
  world: World,
  coins: Coins,
  payee = usdtOnEthereum,
): Promise<Puppet & { addressId: string }> {
  const who = await puppet(world, coins);
  await who.client.call(calls.user.sendCode, { type: 'pay' });
  const code = await newestCode(who.client, who.email);
  await who.client.call(calls.user.setPassword, {
    type: 'pay',
    code,
    password: payPassword,
    passwordConfirm: payPassword,
  });
  await passIdentity(world, who.id);
  const { id: addressId } = await who.client.call(calls.addresses.create, { ...payee, name: 'mine', payPassword });
  await letTimePass(world, who.id);
  return { ...who, addressId };
}

/** Ages a customer: their addresses become usable, holds end, and codes can be requested. */
async function letTimePass({ db }: World, customer: number): Promise<void> {
  const long = Date.now() - 100 * 86_400_000;
  await db
    .updateTable('wallet_addresses')
    .set({ usable_from: 0, created: long })
    .where('customer', '=', customer)
    .execute();
  await db.updateTable('customers').set({ created: long }).where('id', '=', customer).execute();
  await db.updateTable('device_keys').set({ created: long }).where('account', '=', customer).execute();
  await db.deleteFrom('holds').where('customer', '=', customer).execute();
  await askAgain({ db });
}

/** Lets a customer request a code now instead of a minute later. */
export async function askAgain({ db }: Pick<World, 'db'>): Promise<void> {
  await sql`delete from rate_limits where key like 'code-%'`.execute(db);
}

async function passIdentity({ db }: World, customer: number): Promise<void> {
  const none = Buffer.alloc(0);
  const papers = { sealed_name: none, sealed_number: none, number_hash: Buffer.from(String(customer)) };
  const pictures = { front: 'front', back: 'back', hand: 'hand' };
  const row = { customer, state: 'passed', nationality: 'CN', id_type: 'passport', submitted: Date.now() } as const;
  await db
    .insertInto('identities')
    .values({ ...row, ...papers, ...pictures })
    .execute();
}
