import { createClient, type Client } from '@fft/client';
import { calls } from '@fft/contract';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';
import type { FuzzCustomer, World } from './world.ts';

export interface People {
  /** Registers a customer who may do everything: with coins, a transaction password and a usable address. */
  make(name: string): Promise<FuzzCustomer>;
  /** Replaces customers whose sessions have ended, and reads the newest codes. */
  renew(world: World): Promise<void>;
  /** The customer's balances by account and coin, available and frozen. */
  holdings(customer: FuzzCustomer): Promise<ReadonlyMap<string, string>>;
}

export interface PeopleOptions {
  readonly url: string;
  readonly db: Kysely<Tables>;
}

const payPassword = '294715';
/** The faucet's daily maximum, so that there is money to lose. */
const coins = { USDT: '30000', BTC: '0.3', ETH: '3', CNY: '10000', USD: '10000', LTC: '50', SOL: '30', POL: '2000' };

export function createPeople({ url, db }: PeopleOptions): People {
  let made = 0;

  function clientOf(token: string, ip: string): Client {
    const fetchFrom: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), 'x-forwarded-for': ip } });
    return createClient({ baseUrl: url, token: () => token, fetch: fetchFrom });
  }

  async function codesOf(email: string): Promise<readonly string[]> {
    const mails = await clientOf('', '10.0.0.1').call(calls.demo.mailbox, { to: email });
    return mails.flatMap(({ code }) => (code === undefined ? [] : [code]));
  }

  async function make(name: string): Promise<FuzzCustomer> {
    made += 1;
    const ip = `192.168.${made >> 8}.${made & 255}`;
    const [email, password] = [`${name}-${made}@fuzz.example`, `the password of ${name} ${made}`];
    const guest = clientOf('', ip);
    await guest.call(calls.auth.requestRegistrationCode, { email });
    const [code = ''] = await codesOf(email);
    const registration = { email, code, password, passwordConfirm: password };
    const { token, user } = await guest.call(calls.auth.register, registration);
    const client = clientOf(token, ip);
    await client.call(calls.user.sendCode, { type: 'pay' });
    const [payCode = ''] = await codesOf(email);
    const set = { type: 'pay', code: payCode, password: payPassword, passwordConfirm: payPassword } as const;
    await client.call(calls.user.setPassword, set);
    for (const [coin, amount] of Object.entries(coins)) {
      await client.call(calls.demo.faucet, { requestId: `fund-${coin}`, coin, amount });
    }
    // The faucet credits it to the fiat account, where it buys nothing.
    const usd = { requestId: 'usd-to-trade', coin: 'USD', from: 'fiat', to: 'coin', amount: coins.USD } as const;
    await client.call(calls.transfer.submit, usd);
    const addressId = await saveAddress(client, db);
    return { id: user.id, token, email, password, payPassword, addressId, codes: [] };
  }

  async function renewed(world: World, customer: FuzzCustomer): Promise<FuzzCustomer> {
    customer.codes = await codesOf(customer.email);
    const isAlive = await clientOf(customer.token, '10.0.0.1')
      .call(calls.user.read, {})
      .then(() => true)
      .catch(() => false);
    if (isAlive) return customer;
    world.deadTokens.push(customer.token);
    return make('next');
  }

  return {
    make,
    renew: async (world) => {
      await forgetLimits(db);
      world.customers = await Promise.all(world.customers.map((customer) => renewed(world, customer)));
    },
    holdings: async ({ token }) => {
      const { accounts } = await clientOf(token, '10.0.0.1').call(calls.assets.overview, {});
      const lines = (['coin', 'fiat'] as const).flatMap((kind) =>
        accounts[kind].map(({ coin, usable, frozen }) => [`${kind} ${coin}`, `${usable} ${frozen}`] as const),
      );
      return new Map(lines);
    },
  };
}

/** The limits of codes and guesses would refuse most requests early. */
async function forgetLimits(db: Kysely<Tables>): Promise<void> {
  await sql`delete from rate_limits`.execute(db);
}

/** A new address is usable only after a day, so this one is made older. */
async function saveAddress(client: Client, db: Kysely<Tables>): Promise<string> {
  const where = { coin: 'USDT', chain: 'ETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  const { id } = await client.call(calls.addresses.create, { ...where, name: 'mine', payPassword });
  await db.updateTable('wallet_addresses').set({ usable_from: 0 }).where('id', '=', Number(id)).execute();
  return id;
}
