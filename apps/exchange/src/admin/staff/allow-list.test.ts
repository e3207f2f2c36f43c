import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { restrictToAllowedAddresses } from './allow-list.ts';

test.each([
  [[], '203.0.113.9', true],
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['10.0.0.0/8'], '11.1.2.3', false],
  [['203.0.113.9'], '203.0.113.9', true],
  [['203.0.113.9'], '203.0.113.8', false],
  [['10.0.0.0/8', 'fd00::/8'], 'fd12::1', true],
  [['fd12::1'], 'fd12::2', false],
  [['10.0.0.0/8'], '::1', false],
])('an allow list of %j admits %s: %s', async (allowed, remoteAddress, isLetIn) => {
  const server = fastify();
  restrictToAllowedAddresses(server, allowed);
  server.get('/', () => 'in');
  const answer = await server.inject({ url: '/', remoteAddress });
  expect(answer.statusCode).toBe(isLetIn ? 200 : 403);
  if (!isLetIn) expect(answer.json()).toMatchObject({ code: 403, data: null });
});
