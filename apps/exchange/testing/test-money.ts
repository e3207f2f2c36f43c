import { calls, type Lang } from '@fft/contract';
import { startTestExchange, type TestCustomer, type TestExchange } from './test-exchange.ts';
import { testLimits } from './test-accounts.ts';

/** The transaction password of every customer here. */
export const payPassword = '294715';

const dayMs = 86_400_000;

/** The exchange with unlimited codes and cheap hashing. A test moves its clock, unless it brings one. */
export interface TestMoney {
  readonly exchange: TestExchange;
  readonly clock: { time: number };
  /** Registers a customer who may withdraw: with a transaction password, a verified identity, and coins. */
  customer(name: string, lang?: Lang, coins?: Readonly<Record<string, string>>): Promise<MoneyCustomer>;
  /** Returns the newest code sent to a customer. */
  codeOf(who: MoneyCustomer): Promise<string>;
  /** Sets the state of a customer's identity, like an operator. */
  setIdentity(who: Pick<TestCustomer, 'id'>, state: 'passed' | 'failed'): Promise<void>;
}

export interface MoneyCustomer extends TestCustomer {
  readonly email: string;
}

export async function startTestMoney(
  variables: Readonly<Record<string, string>> = {},
  clock = { time: Date.now() },
): Promise<TestMoney> {
  // Sessions outlive the days that tests skip.
  const limits = {
    ...testLimits,
    session: { ...testLimits.session, idleMs: 1000 * dayMs, longestMs: 1000 * dayMs },
  };
  const exchange = await startTestExchange(variables, () => clock.time, limits);

  async function codeOf({ email }: Pick<MoneyCustomer, 'email'>): Promise<string> {
    const mails = await exchange.anonymous.call(calls.demo.mailbox, { to: email });
    return mails.find(({ code }) => code !== undefined)?.code ?? '';
  }

  async function setIdentity({ id }: Pick<TestCustomer, 'id'>, state: 'passed' | 'failed'): Promise<void> {
    const none = Buffer.alloc(0);
    await exchange.database.db
      .insertInto('identities')
      .values({
        customer: Number(id),
        state,
        nationality: 'CN',
        id_type: 'passport',
        sealed_name: none,
        sealed_number: none,
        number_hash: Buffer.from(id),
        front: 'front',
        back: 'back',
        hand: 'hand',
        submitted: clock.time,
      })
      .execute();
  }

  return {
    exchange,
    clock,
    codeOf,
    setIdentity,
    customer: async (name, lang = 'en', coins = {}) => {
      const registered = await exchange.register(name, lang);
      const customer = { ...registered, email: `${name}@test.example` };
      await setIdentity(customer, 'passed');
      await customer.call(calls.user.sendCode, { type: 'pay' });
      const password = { password: payPassword, passwordConfirm: payPassword };
      await customer.call(calls.user.setPassword, { type: 'pay', code: await codeOf(customer), ...password });
      for (const [coin, amount] of Object.entries(coins)) {
        await customer.call(calls.demo.faucet, { requestId: `fund-${coin}`, coin, amount });
      }
      return customer;
    },
  };
}
