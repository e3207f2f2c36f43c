import { fastify } from 'fastify';

/** The peer: a bare Fastify that answers an account of the same size. */
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

const server = fastify();
server.get('/api/v3/account', (request) => {
  const { timestamp } = request.query as { timestamp: string };
  return { ...account, updateTime: Number(timestamp) };
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${url}\n`);
