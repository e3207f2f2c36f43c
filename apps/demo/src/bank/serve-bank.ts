import { readFileSync } from 'node:fs';
import { minorPlaces, writeAmount } from '@fft/bank-files';
import { calls } from '@fft/contract';
import { parseAmount } from '../../../exchange/src/ledger/parse-amount.ts';
import { ownFile } from '../../../exchange/src/platform/own-files.ts';
import { FieldRefusal } from '../../../exchange/src/refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { route, type Api } from '../../../exchange/src/transport/http/route.ts';
import type { SandboxBank } from './sandbox-bank.ts';

const files = [
  { path: '/demo/bank', name: 'bank.html', type: 'text/html; charset=utf-8' },
  { path: '/demo/bank.js', name: 'bank.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** The largest transfer, in whole units of the currency. Larger ones would only inflate the demo's books. */
const maxTransfer = 1_000_000;

/** Serves the sandbox bank's page and its calls to anyone. Demo only. */
export function serveSandboxBank(api: Api, bank: SandboxBank): void {
  route(api, calls.demo.bank, async () => {
    const [accounts, { payments, sent }] = await Promise.all([bank.accounts(), bank.seen()]);
    return {
      accounts: accounts.map(({ currency: coin, balance, ...account }) => ({
        ...account,
        coin,
        balance: writeAmount(balance, coin),
      })),
      payments: payments.map(({ currency: coin, amount, from: _from, ...payment }) => ({
        ...payment,
        coin,
        amount: writeAmount(amount, coin),
      })),
      sent: sent.map(({ currency: coin, amount, ...transfer }) => ({
        ...transfer,
        coin,
        amount: writeAmount(amount, coin),
      })),
    };
  });
  route(api, calls.demo.bankSend, async ({ coin, amount, name, number, text }) => {
    const units = parseAmount(amount, minorPlaces(coin));
    if (units > maxTransfer * 10 ** minorPlaces(coin)) throw new FieldRefusal({ amount: 'amount' });
    if (!(await bank.send({ currency: coin, amount: units, name, number, text }))) throw refuse('unknownBankAccount');
    return null;
  });
  route(api, calls.demo.bankReturn, async ({ endToEnd }) => {
    if (!(await bank.giveBack(endToEnd))) throw refuse('notFound');
    return null;
  });
  for (const { path, name, type } of files) {
    const content = readFileSync(ownFile(`../demo/src/page/${name}`), 'utf8');
    api.server.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
}
