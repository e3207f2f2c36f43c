import { RefusedError } from '@fft/client';
import { calls, type Call, type CallInput } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherWallet, startTestWithdrawals, wallet, type TestWithdrawals } from '../test-withdrawals.ts';
import { payPassword } from '../test-money.ts';

let setup: TestWithdrawals;
/** Ids of anna's own things, by kind. */
let ids: Record<
  'order' | 'clientOrder' | 'withdrawal' | 'address' | 'session' | 'alert' | 'message' | 'upload',
  string
>;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  setup = await startTestWithdrawals();
  const { anna } = setup;
  const market = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.01' } as const;
  const order = await anna.call(calls.trade.create, { clientOrderId: 'hers', ...market });
  const address = await setup.saveAddress(anna, otherWallet);
  const { id: withdrawal } = await setup.withdraw(anna, setup.request(anna, '50000'));
  const [session] = await anna.call(calls.user.sessions, {});
  const alert = await anna.call(calls.watchlist.createAlert, { symbol: 'BTC/USDT', price: '80000' }).catch(() => null);
  const [message] = (await anna.call(calls.content.list, { kind: 'account' })).items;
  const upload = await anna.call(calls.upload.image, { file: png });
  ids = {
    order: order.id,
    clientOrder: 'hers',
    withdrawal,
    address,
    session: session?.id ?? '',
    alert: alert?.id ?? '1',
    message: message?.id ?? '',
    upload: upload.id,
  };
});
afterAll(() => setup.money.exchange.stop());

type Kind = keyof typeof ids;
interface Row {
  readonly kind: Kind;
  readonly call: Call;
  readonly input: (id: string) => object;
}

const row = <C extends Call>(kind: Kind, call: C, input: (id: string) => CallInput<C> & object): Row => ({
  kind,
  call,
  input,
});
const out = { coin: 'USDT', chain: 'ETH', amount: '100' };

const rows: readonly Row[] = [
  row('order', calls.trade.cancel, (id) => ({ id })),
  row('clientOrder', calls.trade.cancel, (clientOrderId) => ({ clientOrderId })),
  row('order', calls.trade.history, (id) => ({ id })),
  row('clientOrder', calls.trade.history, (clientOrderId) => ({ clientOrderId })),
  row('withdrawal', calls.withdrawals.cancel, (id) => ({ id })),
  row('withdrawal', calls.withdrawals.detail, (id) => ({ id })),
  row('address', calls.withdrawals.sendCode, (addressId) => ({ ...out, addressId })),
  row('address', calls.withdrawals.submit, (addressId) => ({
    ...out,
    addressId,
    requestId: 'stolen',
    code: '123456',
    payPassword,
  })),
  row('address', calls.addresses.delete, (id) => ({ id })),
  row('session', calls.user.revokeSession, (id) => ({ id })),
  row('alert', calls.watchlist.deleteAlert, (id) => ({ id })),
  row('message', calls.content.detail, (id) => ({ id })),
  row('upload', calls.upload.read, (id) => ({ id })),
  row('upload', calls.user.setProfile, (avatar) => ({ avatar })),
];
const missing = (kind: Kind): string => (kind === 'session' || kind === 'upload' ? 'A'.repeat(22) : '999999');

async function answerOf(call: Call, input: object): Promise<unknown> {
  try {
    return { data: await setup.li.call(call, input) };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { code, message, data } = error;
    return { code, message, data };
  }
}

/** Everything anna has, as her calls return it. */
async function readAll(): Promise<unknown> {
  const { anna } = setup;
  return {
    assets: await anna.call(calls.assets.overview, {}),
    orders: await anna.call(calls.trade.openOrders, {}),
    withdrawals: await anna.call(calls.withdrawals.history, {}),
    addresses: await anna.call(calls.addresses.list, {}),
    sessions: await anna.call(calls.user.sessions, {}),
    alerts: await anna.call(calls.watchlist.alerts, {}),
    unread: await anna.call(calls.content.unread, {}),
    upload: await anna.call(calls.upload.read, { id: ids.upload }),
  };
}

test.each(rows.map((each) => [each.call.path, each.kind, each] as const))(
  "%s: another customer's %s is answered like one that does not exist, and stays unchanged",
  async (_path, _kind, { call, input, kind }) => {
    expect(ids[kind]).not.toBe('');
    const before = await readAll();
    expect(await answerOf(call, input(ids[kind]))).toEqual(await answerOf(call, input(missing(kind))));
    expect(await readAll()).toEqual(before);
  },
);

test('lists contain nothing of another customer', async () => {
  const { li } = setup;
  expect((await li.call(calls.trade.history, {})).items).toEqual([]);
  expect((await li.call(calls.trade.openOrders, {})).items).toEqual([]);
  expect((await li.call(calls.withdrawals.history, {})).items).toEqual([]);
  expect((await li.call(calls.addresses.list, {})).items).toMatchObject([{ address: wallet }]);
  expect(await li.call(calls.watchlist.alerts, {})).toEqual([]);
  const flows = (await li.call(calls.assets.coinStatement, { limit: 100 })).items;
  expect(flows.map(({ type }) => type)).toEqual(['deposit']);
});
