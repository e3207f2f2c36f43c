import formbody from '@fastify/formbody';
import { fastify } from 'fastify';

/** The peer: a bare Fastify that reads the same form and returns an envelope of the same size as an order's. */
const answer = {
  code: 200,
  message: 'OK',
  data: {
    id: '1000001',
    clientOrderId: 'b-1-1000001',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    price: '97000.1',
    quantity: '0.00010',
    amount: null,
    delegatedTotal: '9.700010',
    filled: '0.00010',
    filledTotal: '9.700010',
    average: '97000.100',
    fee: '0.00000010',
    feeCoin: 'BTC',
    state: 'filled',
    time: 1_790_000_000_000,
    updated: 1_790_000_000_000,
  },
};

const server = fastify();
await server.register(formbody);
server.post('/api/trade/create.html', (request) => {
  const { clientOrderId } = request.body as { clientOrderId: string };
  return { ...answer, data: { ...answer.data, clientOrderId } };
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${url}\n`);
