import { NetworkError, RefusedError, type Client } from '@fft/client';
import { Code, type Order } from '@fft/contract';
import { describe, expect, it } from 'vitest';
import { sendOrder, type OrderInput, type PairInput } from './send-order.ts';

const input: OrderInput = {
  clientOrderId: 'w-1',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  price: '1',
  quantity: '1',
};
const order = { id: '7', clientOrderId: 'w-1' } as Order;
const lost = new NetworkError('timeout', 'no answer in time');
const away = new RefusedError(Code.unavailable, 'shutting down', null);
const noMoney = new RefusedError(Code.insufficientBalance, 'Balance low', null);

/** A client that returns these answers in order and records its calls. */
function scripted(...answers: unknown[]) {
  const asked: string[] = [];
  const client: Client = {
    async call(call, sent) {
      asked.push(`${call.path.replace(/.*\/(\w+)\.html/, '$1')} ${(sent as { clientOrderId: string }).clientOrderId}`);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer as never;
    },
  };
  return { client, asked };
}
const listed = { items: [order], next: null };
const nothing = { items: [], next: null };

describe('sending an order', () => {
  it.each([
    ['an answer', [order], 'answered', ['create']],
    ['a refusal', [noMoney], 'refused', ['create']],
    ['a lost answer that is found', [lost, listed], 'answered', ['create', 'history']],
    ['a server going away', [away, listed], 'answered', ['create', 'history']],
    ['a request that never arrived', [lost, nothing, order], 'answered', ['create', 'history', 'create']],
    ['one that is refused the second time', [lost, nothing, noMoney], 'refused', ['create', 'history', 'create']],
    ['no answer at all', [lost, lost], 'unknown', ['create', 'history']],
    ['no answer the second time either', [lost, nothing, away], 'unknown', ['create', 'history', 'create']],
  ])('%s', async (_, answers, kind, calls) => {
    const { client, asked } = scripted(...answers);
    expect((await sendOrder(client, input)).kind).toBe(kind);
    expect(asked).toEqual(calls.map((call) => `${call} w-1`));
  });

  it('sends a pair with one call and finds it by its limit order', async () => {
    const pair: PairInput = {
      symbol: 'BTC/USDT',
      side: 'sell',
      quantity: '1',
      clientOrderId: 'w-1',
      price: '2',
      stopClientOrderId: 'w-1-stop',
      stopPrice: '1',
    };
    const { client, asked } = scripted(lost, nothing, { limit: order, stop: order });
    expect(await sendOrder(client, pair)).toEqual({ kind: 'answered', order });
    expect(asked).toEqual(['createpair w-1', 'history w-1', 'createpair w-1']);
  });

  it('rethrows errors that are no answer of the exchange', async () => {
    const { client } = scripted(new TypeError('a bug'));
    await expect(sendOrder(client, input)).rejects.toThrow('a bug');
  });
});
