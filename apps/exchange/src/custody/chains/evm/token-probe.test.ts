import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeToken, hostileTokens, lowerCaseAddress, testToken } from '@fft/chains';
import { isTokenRefused } from '@fft/console-contract';
import { pino } from 'pino';
import {
  createTestClient,
  encodeDeployData,
  getContractAddress,
  http,
  publicActions,
  walletActions,
  type Address,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, findAnvil, startAnvil } from '../../../../../demo/src/chain/anvil.ts';
import { probeToken } from './token-probe.ts';

/** Real contracts on a real local chain. */
const account = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
const hot = lowerCaseAddress('0x00000000000000000000000000000000000c0ffe');

let folder: string;
let anvil: Anvil;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-probe-'));
  const program = findAnvil();
  if (program === null) throw new Error('the local chain needs Linux on x64');
  anvil = await startAnvil({ folder, blockSeconds: null, log: pino({ level: 'silent' }), program });
});
afterAll(async () => {
  await anvil.stop();
  await rm(folder, { recursive: true, force: true });
});

const node = () =>
  createTestClient({ account, mode: 'anvil', chain: foundry, transport: http(anvil.url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);

async function deploy(bytecode: Hex): Promise<Address> {
  const client = node();
  const nonce = await client.getTransactionCount({ address: account.address });
  await client.deployContract({ abi: [], bytecode });
  await client.mine({ blocks: 1 });
  return lowerCaseAddress(getContractAddress({ from: account.address, nonce: BigInt(nonce) }));
}

async function block(address: Address, who: Address): Promise<void> {
  await node().writeContract({ address, abi: hostileTokens.abi, functionName: 'addBlackList', args: [who] });
  await node().mine({ blocks: 1 });
}

async function pause(address: Address): Promise<void> {
  await node().writeContract({ address, abi: hostileTokens.abi, functionName: 'pause' });
  await node().mine({ blocks: 1 });
}

const probe = (contract: Address) => probeToken(http(anvil.url), contract, hot);

const plainToken = (symbol: string, decimals: number): Hex =>
  encodeDeployData({ ...testToken, args: ['Test', symbol, decimals, 10n ** 30n] });

test.each([0, 6, 18])(
  'a plain token of %d decimals passes, and nothing of it is left on the chain',
  async (decimals) => {
    const contract = await deploy(plainToken('PLAIN', decimals));
    const facts = await probe(contract);
    expect(facts).toMatchObject({ symbol: 'PLAIN', name: 'Test', decimals, findings: [] });
    const balance = await node().readContract({
      address: contract,
      abi: testToken.abi,
      functionName: 'balanceOf',
      args: [hot],
    });
    expect([balance, await node().getCode({ address: hot })]).toEqual([0n, undefined]);
  },
);

describe('a token is refused', () => {
  test.each([
    ['that keeps a part of each transfer', hostileTokens.fee, 'takesFee'],
    ['whose balances are shares', hostileTokens.share, 'rebases'],
    ['whose balances grow', hostileTokens.growing, 'rebases'],
    ['that reports transfers and moves nothing', fakeToken.bytecode, 'notTestable'],
    ['with more decimals than amounts have', hostileTokens.vast, 'noDecimals'],
    ['whose decimals change later', hostileTokens.wavering, 'unsteadyDecimals'],
  ] as const)('%s', async (_, bytecode, finding) => {
    const { findings } = await probe(await deploy(bytecode));
    expect(findings).toContain(finding);
    expect(isTokenRefused(findings)).toBe(true);
  });

  test('where there is no contract', async () => {
    expect((await probe(lowerCaseAddress('0x0000000000000000000000000000000000c0de01'))).findings).toEqual([
      'noContract',
    ]);
  });

  test('that has blocked the hot wallet, and one that is paused', async () => {
    const contract = await deploy(hostileTokens.blocking);
    expect((await probe(contract)).findings).toEqual(['canBlock', 'canPause']);
    await block(contract, hot);
    expect((await probe(contract)).findings).toEqual(['refusesTransfer', 'canBlock', 'canPause']);
    const paused = await deploy(hostileTokens.blocking);
    await pause(paused);
    expect((await probe(paused)).findings).toContain('refusesTransfer');
  });
});

test('a proxy is flagged with what the code behind it can do, and another code behind it shows', async () => {
  const [first, second] = [await deploy(hostileTokens.blocking), await deploy(hostileTokens.fee)];
  const proxyOf = (implementation: Address): Promise<Address> =>
    deploy(encodeDeployData({ ...hostileTokens.proxy, args: [implementation, account.address, 10n ** 18n] }));
  const [one, other] = [await probe(await proxyOf(first)), await probe(await proxyOf(second))];
  expect(one.findings).toEqual(['canBlock', 'canPause', 'upgradeable']);
  expect(isTokenRefused(one.findings)).toBe(false);
  expect(other.findings).toEqual(['takesFee', 'upgradeable']);
  expect(one.codeHash).not.toBe(other.codeHash);
});
