import formbody from '@fastify/formbody';
import { fastify } from 'fastify';

/** The peer: a bare Fastify that reads the same form, and answers an account and an order of the same size. */
const account = {
  makerCommission: 8,
  takerCommission: 10,
  buyerCommission: 0,
  sellerCommission: 0,
  commissionRates: { maker: '0.0008', taker: '0.001', buyer: '0', seller: '0' },
  canTrade: true,
  canWithdraw: true,
  canDeposit: true,
  brokered: false,
  requireSelfTradePrevention: false,
  preventSor: true,
  updateTime: 1_790_000_000_000,
  accountType: 'SPOT',
  balances: [{ asset: 'BTC', free: '0.50000000', locked: '0.00000000' }],
  permissions: ['SPOT'],
  uid: 1_000,
};

const order = {
  symbol: 'BTCUSDT',
  orderId: 1_000_001,
  orderListId: -1,
  clientOrderId: '',
  transactTime: 1_790_000_000_000,
  price: '97000.1',
  origQty: '0.00010',
  executedQty: '0.00010',
  origQuoteOrderQty: '0.000000',
  cummulativeQuoteQty: '9.700010',
  status: 'FILLED',
  timeInForce: 'GTC',
  type: 'LIMIT',
  side: 'BUY',
  workingTime: 1_790_000_000_000,
  selfTradePreventionMode: 'EXPIRE_MAKER',
  fills: [{ price: '97000.1', qty: '0.00010', commission: '0.00000010', commissionAsset: 'BTC', tradeId: 500_001 }],
};

const server = fastify();
await server.register(formbody);
server.post('/api/v3/order', (request) => {
  const { newClientOrderId } = request.body as { newClientOrderId: string };
  return { ...order, clientOrderId: newClientOrderId };
});
server.get('/api/v3/account', (request) => {
  const { timestamp } = request.query as { timestamp: string };
  return { ...account, updateTime: Number(timestamp) };
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${url}\n`);
