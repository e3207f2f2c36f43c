import { calls, type Call, type Envelope } from '@fft/contract';
import type { Attack, World } from '../attack.ts';
import { puppet, type Puppet } from '../customers.ts';
import { countsOf, faultsIn } from '../world.ts';

interface Body {
  readonly text: string;
  readonly type: string;
}

const json = (text: string): Body => ({ text, type: 'application/json' });
const form = (text: string): Body => ({ text, type: 'application/x-www-form-urlencoded' });

/** What a client may send that means one market, or means nothing. Without what narrows it, the act would concern every market. */
const narrowed = [
  json('{"Symbol":"ETH/USDT"}'),
  json('{"symbol ":"ETH/USDT"}'),
  json('{"market":"ETH/USDT"}'),
  json('{"symbol":null}'),
  json('{"symbol":["ETH/USDT"]}'),
  json('{"symbol":{"symbol":"ETH/USDT"}}'),
  json('"ETH/USDT"'),
  json('["ETH/USDT"]'),
  json('[]'),
  json('42'),
  json('null'),
  form('Symbol=ETH/USDT'),
  form('symbol='),
  form('symbol=ETH/USDT&symbol=ETH/USDT'),
  form('{"symbol":"ETH/USDT"}'),
  { text: 'symbol=ETH/USDT', type: 'text/plain' },
  {
    text: '--b\r\ncontent-disposition: form-data; name="symbol"\r\n\r\nETH/USDT\r\n--b--\r\n',
    type: 'multipart/form-data; boundary=b',
  },
];

async function post({ url }: World, { token }: Puppet, call: Call, { text, type }: Body): Promise<number> {
  const headers = { 'access-token': token, 'content-type': type };
  const answer = await fetch(`${url}${call.path}`, { method: 'POST', headers, body: text });
  return ((await answer.json()) as Envelope<unknown>).code;
}

/** Cancels whose field for one market is misspelled, null, of another type, or in a body of another kind: none may cancel the orders of another market. */
export const narrowedActs: Attack = {
  name: 'cancels of one market that the server does not understand',
  run: async (world) => {
    const who = await puppet(world, { USDT: '1000' });
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '66000', quantity: '0.001' } as const;
    for (const clientOrderId of [world.name('resting'), world.name('resting')])
      await who.client.call(calls.trade.create, { ...order, clientOrderId });
    const codes: number[] = [];
    for (const body of narrowed) codes.push(await post(world, who, calls.trade.cancelAll, body));
    for (const field of ['Symbol', 'market'])
      codes.push(await post(world, who, calls.trade.setCancelTimer, json(`{"timeoutMs":1,"${field}":"ETH/USDT"}`)));
    const { items } = await who.client.call(calls.trade.openOrders, {});
    const accepted = codes.filter((code) => code === 200).length;
    await who.client.call(calls.trade.cancelAll, { symbol: 'all' });
    return {
      tried: `${codes.length} of them`,
      refused: countsOf(codes),
      broke: [
        ...(accepted === 0 ? [] : [`${accepted} were accepted`]),
        ...(items.length === 2 ? [] : [`${2 - items.length} of 2 orders were cancelled`]),
        ...faultsIn(codes),
      ],
    };
  },
};
