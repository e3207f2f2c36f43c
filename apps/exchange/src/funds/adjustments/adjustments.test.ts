import type { Act, ActInput } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/test-ledger.ts';
import { Agreement } from '../../authority/agreement.ts';
import { type Adjustments, createAdjustments } from './adjustments.ts';

let ledger: TestLedger;
let adjustments: Adjustments;
let customer: number;
let treasury: number;

beforeAll(async () => {
  ledger = await openTestLedger();
  customer = await register('anna@mail.example');
  treasury = await register('treasury@mail.example');
  adjustments = createAdjustments({ ...ledger, db: ledger.database.db, treasury });
});
afterAll(() => ledger.close());

async function register(email: string): Promise<number> {
  const values = { email, password_hash: '', lang: 'en', up_color: 'green', created: 1 } as const;
  const added = ledger.database.db.insertInto('customers').values(values).returning('id');
  return (await added.executeTakeFirstOrThrow()).id;
}

const credit = (fields: Partial<ActInput<'adjustment'>> = {}): ActInput<'adjustment'> => ({
  kind: 'received',
  customer,
  account: 'coin',
  coin: 'USDT',
  amount: '5',
  reference: 'ticket 7',
  ...fields,
});
const agree = (act: Act, target: string, input = credit()) =>
  Agreement.reach({ act, target, input, first: 'olga', second: 'oleg' });
const held = () => ledger.held(customer, 'USDT').available;

test.each(['0.01', '5'])(
  'a credit of %s takes an agreement about this customer, and no other counts',
  async (amount) => {
    const before = held();
    const others = [agree('adjustment', `customer ${treasury}`), agree('reset', `customer ${customer}`)];
    for (const agreement of others) {
      const made = adjustments.make(credit({ amount }), { requestId: `other-${amount}`, agreement });
      await expect(made).rejects.toThrow(`not to adjustment of customer ${customer}`);
    }
    // @ts-expect-error A name is no agreement.
    await expect(adjustments.make(credit({ amount }), { requestId: 'name', agreement: 'oleg' })).rejects.toThrow(
      'requireAbout is not a function',
    );
    expect(held()).toBe(before);
    const own = agree('adjustment', `customer ${customer}`, credit({ amount: '4' }));
    for (const fields of [{ amount }, { amount: '4', coin: 'BTC' }, { amount: '4', reference: 'ticket 8' }]) {
      const made = adjustments.make(credit(fields), { requestId: `more-${amount}`, agreement: own });
      await expect(made).rejects.toThrow('agreed to another');
    }
    expect(held()).toBe(before);
    const agreement = agree('adjustment', `customer ${customer}`, credit({ amount }));
    await adjustments.make(credit({ amount }), { requestId: `own-${amount}`, agreement });
    expect(held()).toBeGreaterThan(before);
  },
);

test('what can’t be made is refused before it is agreed to, and after', async () => {
  const wrong: [fields: Partial<ActInput<'adjustment'>>, key: string][] = [
    [{ customer: 999_999 }, 'unknownCustomer'],
    [{ coin: 'NOPE' }, 'unknownCoin'],
    [{ kind: 'toCustomer', customer: treasury }, 'nothingToChange'],
  ];
  for (const [fields, key] of wrong) {
    const adjustment = credit(fields);
    const agreement = agree('adjustment', `customer ${adjustment.customer}`, adjustment);
    await expect(adjustments.examine(adjustment)).rejects.toMatchObject({ name: key });
    await expect(adjustments.make(adjustment, { requestId: key, agreement })).rejects.toMatchObject({ name: key });
  }
});
