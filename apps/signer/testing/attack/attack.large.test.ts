import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { maxBatchSize, UtxoPrivateKeys, UtxoPublicKeys, utxoNetworks } from '@fft/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { macKey } from '../test-authorization.ts';
import { attackedNetworks, evm, evmFamily } from './evm-family.ts';
import { SeededRandom, type Family, type Signed, maxTotalOf } from './family.ts';
import { longestBatchOf, paidTwiceOf, unorderedOf, unpaidOf } from './orders.ts';
import { solana, solanaFamily } from './solana-family.ts';
import { utxo, utxoFamily } from './utxo-family.ts';

const folder = mkdtempSync(join(tmpdir(), 'fft-attack-'));
const socketPath = join(folder, 'signer.sock');
const network = utxoNetworks['litecoin-regtest'];
const outside = new UtxoPublicKeys(new UtxoPrivateKeys(new Uint8Array(32).fill(7), network).xpub, network);
const [stranger, cold] = [1, 2].map((index) => outside.addressOf({ branch: 0, index })) as [string, string];

const texts = (value: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
const { usdc: solanaUsdc, token: solanaToken, ...solanaRest } = solana;
const environment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  SIGNER_SOCKET: socketPath,
  SIGNER_KEYSTORE: join(folder, 'keystore.json'),
  SIGNER_PASSWORD: 'a password of some length',
  SIGNER_MEMORY: join(folder, 'signed.jsonl'),
  SIGNER_WITHDRAWAL_MAC_KEY: macKey,
  SIGNER_CHAIN_ID: String(attackedNetworks[0].chainId),
  SIGNER_LIMITS: texts({
    native: evm.native,
    [evm.usdt]: evm.token,
    [evm.usdc]: { ...evm.token, coin: 'USDC', decimals: 6 },
  }),
  SIGNER_FEE_MAX: String(evm.feeMax),
  SIGNER_FEE_DAY: String(evm.feeDay),
  SIGNER_FEE_ADDRESS_DAY: String(evm.feeAddressDay),
  SIGNER_GAS_MAX: String(evm.gasMax),
  SIGNER_GAS_DAY: String(evm.gasDay),
  SIGNER_GAS_ADDRESS_DAY: String(evm.gasAddressDay),
  SIGNER_COLD: evm.cold,
  SIGNER_DISPERSE: attackedNetworks[0].disperse,
  SIGNER_EVM: texts({
    BSC: {
      amounts: {
        native: evm.native,
        [evm.usdt]: { ...evm.token, coin: 'USDT', decimals: 18 },
        [evm.usdc]: { ...evm.token, coin: 'USDC', decimals: 18 },
      },
      feeMax: evm.feeMax,
      feeDay: evm.feeDay,
      feeAddressDay: evm.feeAddressDay,
      gasMax: evm.gasMax,
      gasDay: evm.gasDay,
      gasAddressDay: evm.gasAddressDay,
      cold: evm.cold,
      disperse: attackedNetworks[1].disperse,
    },
  }),
  SIGNER_LTC: texts({ network: 'litecoin-regtest', ...utxo, cold }),
  SIGNER_SOL: texts({ amounts: { [solanaUsdc]: { ...solanaToken, coin: 'USDC', decimals: 6 } }, ...solanaRest }),
};
const program = join(import.meta.dirname, '../../src', 'main.ts');

let signer: ChildProcess;

async function start(): Promise<void> {
  signer = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  if (signer.stdout) await once(signer.stdout, 'data');
}

/** Ends the signer like a power failure. */
async function kill(): Promise<void> {
  const ended = once(signer, 'exit');
  signer.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  execFileSync(process.execPath, [program, 'create'], { env: environment });
  await start();
}, 60_000);
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly body: { readonly raw?: string; readonly refused?: string; readonly xpub?: string };
}

/** Null if the signer was killed before it answered. */
function ask(method: 'GET' | 'POST', path: string, body = ''): Promise<Answer | null> {
  return new Promise((resolve) => {
    const headers = { 'content-length': Buffer.byteLength(body) };
    const asking = request({ socketPath, agent: false, method, path, headers }, (answer) => {
      text(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(read) as Answer['body'] }),
        () => resolve(null),
      );
    });
    asking.on('error', () => resolve(null)).end(body);
  });
}

const atOnce = 12;
const seed = 20_261_123;

/** Sends `count` random requests concurrently, some repeated or altered, and kills the signer halfway. Returns the signed transactions and the refusals by reason. */
async function attack(family: Family, count: number): Promise<{ signed: Signed[]; refused: Map<string, number> }> {
  const chance = new SeededRandom(seed);
  const sent: Record<string, unknown>[] = [];
  const asked = new Map<string, Record<string, unknown>[]>();
  const refused = new Map<string, number>();
  for (let round = 0; round < count / atOnce; round += 1) {
    const bodies = Array.from({ length: atOnce }, () => {
      const before = sent.length > 0 && chance.is(20) ? sent[chance.below(sent.length)] : undefined;
      const changes = chance.pick([
        {},
        {},
        { purpose: 'gas' },
        { purpose: 'allowance' },
        { reference: 1 + chance.below(400) },
        { deposit: 3 },
        { further: undefined },
      ]);
      return before ? { ...before, ...changes } : family.ask(chance);
    });
    sent.push(...bodies);
    // The first request is sent three times concurrently.
    const [first] = bodies;
    const requests = [...bodies, ...(first ? [first, first] : [])];
    const answers = await Promise.all(requests.map((body) => ask('POST', '/sign', JSON.stringify(body))));
    for (const [index, answer] of answers.entries()) {
      const { raw } = answer?.body ?? {};
      if (raw !== undefined) asked.set(raw, [...(asked.get(raw) ?? []), requests[index] ?? {}]);
      else if (answer) refused.set(answer.body.refused ?? '', (refused.get(answer.body.refused ?? '') ?? 0) + 1);
      // 503: a rotation of a hot wallet that the signer has no key of.
      expect([200, 400, 403, 503, undefined]).toContain(answer?.status);
    }
    if (round === Math.floor(count / atOnce / 2)) {
      const lost = Promise.all(bodies.map((body) => ask('POST', '/sign', JSON.stringify(body))));
      await kill();
      await lost;
      await start();
    }
  }
  const signed: Signed[] = [];
  for (const [raw, requests] of asked) signed.push({ ...(await family.read(raw)), asked: requests });
  expect(unorderedOf(family, signed)).toEqual([]);
  expect(unpaidOf(signed)).toEqual([]);
  return { signed, refused };
}

interface Stated {
  /** Maximum total of withdrawals by coin. */
  readonly away: Readonly<Record<string, bigint>>;
  readonly feeDay: bigint;
  readonly feeAddressDay: bigint;
  readonly gasDay: bigint;
  readonly gasAddressDay: bigint;
}

function expectWithin(signed: readonly Signed[], stated: Stated): void {
  const coins = new Set(signed.flatMap(({ away }) => away.map(({ coin }) => coin)));
  expect([...coins].toSorted()).toEqual(Object.keys(stated.away).toSorted());
  for (const [coin, day] of Object.entries(stated.away)) {
    const left = maxTotalOf(signed, ({ away }) =>
      away.reduce((sum, one) => (one.coin === coin ? sum + one.amount : sum), 0n),
    );
    expect(left).toBeLessThanOrEqual(day);
    expect(left).toBeGreaterThan(day / 2n);
  }
  const fees = maxTotalOf(signed, ({ fee }) => fee);
  expect(fees).toBeLessThanOrEqual(2n * stated.feeDay);
  for (const isWithdrawal of [true, false]) {
    const ofKind = signed.filter(({ asked }) =>
      asked.some(({ purpose }) => (purpose === 'withdrawal') === isWithdrawal),
    );
    expect(maxTotalOf(ofKind, ({ fee }) => fee)).toBeLessThanOrEqual(stated.feeDay);
  }
  expect(fees).toBeGreaterThan(stated.feeDay / 2n);
  for (const address of new Set(signed.flatMap(({ payers }) => payers)))
    expect(maxTotalOf(signed, ({ payers, fee }) => (payers.includes(address) ? fee : 0n))).toBeLessThanOrEqual(
      stated.feeAddressDay,
    );
  const gas = maxTotalOf(signed, (one) => one.gas?.amount ?? 0n);
  expect(gas).toBeLessThanOrEqual(stated.gasDay);
  expect(gas).toBeGreaterThanOrEqual(stated.gasDay / 2n);
  for (const address of new Set(signed.flatMap((one) => one.gas?.to ?? [])))
    expect(maxTotalOf(signed, (one) => (one.gas?.to === address ? one.gas.amount : 0n))).toBeLessThanOrEqual(
      stated.gasAddressDay,
    );
}

const xpubOf = async (chain: string): Promise<string> => (await ask('GET', `/xpub/${chain}`))?.body.xpub ?? '';
const patience = 120_000;

test.each(attackedNetworks)(
  'an attacker who controls the exchange cannot exceed the signer’s policy on an EVM chain: $chain',
  async (network) => {
    const { signed, refused } = await attack(evmFamily(await xpubOf(network.chain), network), 1_500);
    expect(refused.size).toBeGreaterThan(15);
    expect(paidTwiceOf(signed)).toEqual([]);
    const away = { native: evm.native.day, USDT: evm.token.day, USDC: evm.token.day };
    expectWithin(signed, { ...evm, away });
    expect(longestBatchOf(signed)).toBe(maxBatchSize);
  },
  patience,
);

test(
  'an attacker who controls the exchange cannot exceed the signer’s policy on a UTXO chain',
  async () => {
    const { signed, refused } = await attack(utxoFamily(await xpubOf('LTC'), { stranger, cold }), 600);
    expect(refused.size).toBeGreaterThan(8);
    expect(paidTwiceOf(signed)).toEqual([]);
    expectWithin(signed, { ...utxo, away: { native: utxo.day }, gasDay: 0n, gasAddressDay: 0n });
  },
  patience,
);

test(
  'an attacker who controls the exchange cannot exceed the signer’s policy on Solana',
  async () => {
    const { signed, refused } = await attack(solanaFamily(await xpubOf('SOL')), 1_500);
    expect([...refused.keys()]).toEqual(
      expect.arrayContaining([
        'the fee payer is not the hot wallet',
        'the owner is not the address of the key',
        'the transaction pays another token',
        'the transaction pays another recipient',
        'the transaction pays another amount',
        'the transaction is not exactly one payment',
        'the transaction signed before for this reference has not expired',
        'this transaction is signed for another payment',
        'the fee is too high',
      ]),
    );
    const away = { native: solana.native.day, [`12 of ${solana.usdc}`]: solana.token.day };
    expectWithin(signed, { ...solana, away, gasDay: 0n, gasAddressDay: 0n });
  },
  patience,
);

test('every signed transaction is in the signing log', () => {
  const lines = readFileSync(environment.SIGNER_MEMORY, 'utf8').trim().split('\n');
  expect(lines.every((line) => 'fee' in (JSON.parse(line) as object))).toBe(true);
});
