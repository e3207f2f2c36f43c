import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import { openTestNetworks, type TestNetwork, type TestNetworks } from '../../../../testing/test-networks.ts';
import { waitFor, waitUntil } from '../../../../testing/wait-for.ts';
import { followChains, type FollowedChains } from '../../follow-chains.ts';

/** Two networks in their own loops; the nodes of Ethereum lie or are away. */
const usdt = 1_000_000;
const confirmations = 3;
let at: TestNetworks;
let first: LyingNode;
let second: LyingNode;
let followed: FollowedChains;

beforeAll(async () => {
  at = await openTestNetworks();
  const { rpcUrl } = at.eth.chain;
  [first, second] = [await openLyingNode(rpcUrl), await openLyingNode(rpcUrl)];
  const { database, ...options } = at.ledger;
  followed = followChains({
    ...options,
    db: database.db,
    databaseUrl: database.url,
    chains: [{ ...at.eth.settings, rpcUrls: [first.url, second.url] }, at.bsc.settings],
  });
  for (const job of followed.jobs) job.start();
  await waitUntil(() => followed.report.seen?.solvency.some(({ chain }) => chain === 'BSC') === true);
});
afterAll(async () => {
  await followed.close();
  await first.close();
  await second.close();
  await at.close();
});

const held = (customer: number): number => at.ledger.held(customer, 'USDT').available;

async function pay(network: TestNetwork, to: string, whole: bigint): Promise<void> {
  await network.pay(network.chain.bank.usdt, to, whole * 10n ** BigInt(network.chain.tokenDecimals));
  await network.node.mine({ blocks: confirmations });
}

/** A deposit over the other network is credited meanwhile. */
async function expectCreditOverBsc(): Promise<void> {
  const { customer, address } = await at.ledger.newAddress('BSC');
  await pay(at.bsc, address, 2_000n);
  await waitFor(() => expect(held(customer)).toBe(2_000 * usdt));
}

test('a network whose nodes disagree waits with its alarm, and the other one goes on', async () => {
  const { customer, address } = await at.ledger.newAddress('ETH');
  second.lies.set('eth_getBlockReceipts', (receipts: readonly object[]) =>
    receipts.map((one) => ({ ...one, logs: [] })),
  );
  await pay(at.eth, address, 2_000n);
  await waitFor(() => expect(followed.report.trouble).toContain('ETH: the second node does not have a deposit'));
  await expectCreditOverBsc();
  expect(followed.report.trouble).not.toContain('BSC');
  expect(held(customer)).toBe(0);
  second.lies.clear();
  await waitFor(() => expect(held(customer)).toBe(2_000 * usdt));
  await waitFor(() => expect(followed.report.trouble).toBe(null));
});

test('a network without its nodes stops, and the other one goes on', async () => {
  first.isAway = true;
  second.isAway = true;
  await waitFor(() => expect(followed.report.trouble).toMatch(/^ETH: /));
  await expectCreditOverBsc();
  expect(followed.report.trouble).not.toContain('BSC');
  first.isAway = false;
  second.isAway = false;
  at.ledger.passTime(31_000);
  await at.eth.node.mine({ blocks: 1 });
  await waitFor(() => expect(followed.report.trouble).toBe(null));
});
