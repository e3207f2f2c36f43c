import type { Act, ActInput } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAuthority } from '../../testing/test-authority.ts';
import { openTestLedger, type TestLedger } from '../../testing/test-ledger.ts';
import { Agreement } from '../authority/agreement.ts';
import { listToken } from './listed-tokens.ts';
import { createTokenListing } from './token-listing.ts';

let ledger: TestLedger;
const authority = testAuthority();
const rules = { fee: '0.1', min: '1', max: '1000', minDeposit: '0.5' };
const token = { chain: 'BASE', coin: 'DOGE', contract: `0x${'7'.repeat(40)}`, ...rules };
const decimals = { chainDecimals: 18, ledgerDecimals: 8 };
const seen = { check: 1, symbol: 'DOGE', name: 'Doge', findings: '', signer: 'atSigner' } as const;
const input: ActInput<'token'> = { ...seen, ...token, ...decimals };
const agree = (act: Act, target: string, changed: Partial<ActInput<'token'>> = {}) =>
  Agreement.reach({ act, target, input: { ...input, ...changed }, first: 'olga', second: 'oleg' });
const others = [agree('token', 'token BASE USDT'), agree('token', 'token ETH DOGE'), agree('rate', 'token BASE DOGE')];
const listed = () => ledger.database.db.selectFrom('listed_tokens').select(['coin', 'operators']).execute();

beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

test('a token is listed by an agreement about it, and by no other', async () => {
  const { db } = ledger.database;
  const list = (agreement: Agreement) =>
    listToken(db, authority, { token: { ...token, ...decimals }, agreement, time: ledger.now() });
  for (const other of others) await expect(list(other)).rejects.toThrow('not to token of token BASE DOGE');
  for (const changed of [{ contract: `0x${'8'.repeat(40)}` }, { fee: '0.2' }, { chainDecimals: 6 }])
    await expect(list(agree('token', 'token BASE DOGE', changed))).rejects.toThrow('agreed to another');
  // @ts-expect-error A name is no agreement.
  await expect(list('oleg')).rejects.toThrow('requireAbout is not a function');
  expect(await listed()).toEqual([]);
  const agreed = agree('token', 'token BASE DOGE');
  expect([await list(agreed), await list(agreed)]).toEqual([true, false]);
  expect(await listed()).toEqual([{ coin: 'DOGE', operators: 'olga and oleg' }]);
});

test('the listing refuses an agreement about something else, also of a token that is listed', async () => {
  const listing = createTokenListing({ ...ledger, db: ledger.database.db, authority });
  const wanted = { check: 1, ...token };
  for (const other of others) await expect(listing.list(wanted, other)).rejects.toThrow('not to token');
  await listing.list(wanted, agree('token', 'token BASE DOGE'));
  const unchecked = listing.list({ ...wanted, coin: 'LTC' }, agree('token', 'token BASE LTC', { coin: 'LTC' }));
  await expect(unchecked).rejects.toMatchObject({ name: 'tokenUnchecked' });
});
