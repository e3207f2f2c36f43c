import {
  encodeMessage,
  hotKey,
  type Instruction,
  type KeyRef,
  solanaAddress,
  solanaMessageOf,
  solanaPrograms as programs,
  SolanaPrivateKeys,
  SolanaPublicKeys,
  tokenAccountOf,
} from '@fft/chains';
import { authorizedOrder } from '../test-authorization.ts';
import type { Family, SeededRandom, TransactionEffect } from './family.ts';

const rent = 2_039_280n;
const outside = new SolanaPublicKeys(new SolanaPrivateKeys(new Uint8Array(32).fill(9)).xpub);
const [stranger, cold, evil] = [1, 2, 3].map((index) => outside.addressOf({ branch: 0, index })) as [
  string,
  string,
  string,
];
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
/** A token that the signer does not list. */
const otherMint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';

export const solana = {
  usdc,
  cold,
  native: { one: 1_000n, day: 6_000n },
  token: { one: 100n, day: 700n },
  feeMax: rent + 20_000n,
  feeDay: 12n * rent,
  feeAddressDay: 60_000n,
} as const;

/** What the bytes do beside, or in place of, what the request says. */
interface Bytes {
  readonly feePayer: string;
  readonly owner: string;
  readonly mint: string | null;
  readonly decimals: number;
  readonly to: string;
  readonly amount: bigint;
  readonly blockhash: string;
  readonly unitPrice: bigint;
  readonly opensAccount: boolean;
}

const unitLimit = 1_000;

function messageOf({ mint, decimals, unitPrice, blockhash, opensAccount, ...payment }: Bytes): Uint8Array {
  const token = mint === null ? null : { mint, decimals };
  return solanaMessageOf({ ...payment, token }, { blockhash, unitLimit, unitPrice, opensAccount });
}

const numberBytes = (value: bigint, size: number): number[] =>
  Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
const writable = (address: string, isSigner = false) => ({ address, isSigner, isWritable: true });

/** The payment with a second one beside it. */
function withSecondPayment({ feePayer, owner, mint, to, amount, blockhash, unitPrice }: Bytes): Uint8Array {
  const pay = (from: string, recipient: string, units: bigint): Instruction => ({
    program: programs.system,
    accounts: [writable(from, true), writable(recipient)],
    data: Uint8Array.of(2, 0, 0, 0, ...numberBytes(units, 8)),
  });
  const payToken = (token: string): Instruction => ({
    program: programs.token,
    accounts: [
      writable(tokenAccountOf(owner, token)),
      writable(token),
      writable(tokenAccountOf(to, token)),
      writable(owner, true),
    ],
    data: Uint8Array.of(12, ...numberBytes(amount, 8), 6),
  });
  const instructions = [
    { program: programs.computeBudget, accounts: [], data: Uint8Array.of(2, ...numberBytes(BigInt(unitLimit), 4)) },
    { program: programs.computeBudget, accounts: [], data: Uint8Array.of(3, ...numberBytes(unitPrice, 8)) },
    pay(feePayer, evil, 1_000_000n),
    mint === null ? pay(owner, to, amount) : payToken(mint),
  ];
  return encodeMessage({ feePayer, blockhash, instructions });
}

/** The message with a version and a table that accounts are looked up in. */
function withLookupTable(message: Uint8Array): Uint8Array {
  return Uint8Array.of(0x80, ...message, 1, ...new Uint8Array(32).fill(7), 1, 0, 0);
}

/** Decodes a signed transaction, independently of the signer's code. All its lengths take one byte. */
function decoded(raw: string) {
  const bytes = Buffer.from(raw, 'hex');
  const signatures = bytes[0] ?? 0;
  const message = bytes.subarray(1 + 64 * signatures);
  const keys = Array.from({ length: message[3] ?? 0 }, (_, index) =>
    solanaAddress(message.subarray(4 + 32 * index, 36 + 32 * index)),
  );
  let at = 4 + 32 * keys.length + 32;
  const take = (count: number): Buffer => message.subarray(at, (at += count));
  const instructions = Array.from({ length: take(1)[0] ?? 0 }, () => {
    const program = keys[take(1)[0] ?? 0] ?? '';
    const accounts = [...take(take(1)[0] ?? 0)].map((index) => keys[index] ?? '');
    return { program, accounts, data: take(take(1)[0] ?? 0) };
  });
  if (at !== message.length) throw new Error('the signer signed more than one message');
  return { signatures, slot: message.toString('hex'), feePayer: keys[0] ?? '', instructions };
}

/** The message of a request, mostly as it says. */
function bytesOf(chance: SeededRandom, fair: Bytes, deposit: string): Uint8Array {
  if (chance.is(70)) return messageOf(fair);
  return chance.pick([
    () => messageOf({ ...fair, to: evil }),
    () => messageOf({ ...fair, mint: fair.mint === null ? usdc : otherMint }),
    () => messageOf({ ...fair, mint: fair.mint === null ? usdc : null }),
    () => messageOf({ ...fair, amount: fair.amount + 1n }),
    () => messageOf({ ...fair, decimals: 9 }),
    () => messageOf({ ...fair, feePayer: chance.pick([evil, deposit]) }),
    () => messageOf({ ...fair, owner: evil }),
    () => withSecondPayment(fair),
    () => withLookupTable(messageOf(fair)),
    () => Uint8Array.of(0x80, ...messageOf(fair)),
    () => Uint8Array.of(...messageOf(fair), 0),
  ])();
}

/** The exchange's wallets, and everything that is its own. */
interface Own {
  readonly hot: string;
  readonly deposits: readonly string[];
  readonly ours: ReadonlySet<string>;
  /** Wallets by their token accounts. */
  readonly owners: ReadonlyMap<string, string>;
}

function effectOf(raw: string, { hot, deposits, ours, owners }: Own): TransactionEffect {
  const { signatures, slot, feePayer, instructions } = decoded(raw);
  const payments = instructions.filter(({ program }) => program === programs.system || program === programs.token);
  const [paid, second] = payments;
  if (!paid || second) throw new Error('the signer signed anything but one payment');
  const isToken = paid.program === programs.token;
  const [from = '', middle = '', last = ''] = paid.accounts;
  const to = isToken ? last : middle;
  const amount = paid.data.readBigUInt64LE(isToken ? 1 : 4);
  const units = instructions
    .filter(({ program }) => program === programs.computeBudget)
    .map(({ data }) => (data[0] === 2 ? BigInt(data.readUInt32LE(1)) : data.readBigUInt64LE(1)));
  const priority = (units.reduce((product, one) => product * one, 1n) + 999_999n) / 1_000_000n;
  const opens = instructions.some(({ program }) => program === programs.tokenAccounts);
  if (feePayer !== hot) throw new Error('the signer let another wallet pay the fee');
  const payer = deposits.find((address) => address === from || tokenAccountOf(address, usdc) === from);
  return {
    slot,
    away: ours.has(to)
      ? []
      : [{ coin: isToken ? `${paid.data[0]} of ${middle}` : 'native', to: owners.get(to) ?? to, amount }],
    gas: null,
    fee: BigInt(signatures) * 5_000n + priority + (opens ? rent : 0n),
    payers: payer === undefined ? [] : [payer],
  };
}

export function solanaFamily(xpub: string): Family {
  const keys = new SolanaPublicKeys(xpub);
  const hot = keys.addressOf(hotKey);
  const deposits = Array.from({ length: 6 }, (_, index) => keys.addressOf({ branch: 0, index }));
  const wallets = [hot, cold, ...deposits];
  const ours = new Set([...wallets, ...wallets.map((wallet) => tokenAccountOf(wallet, usdc))]);
  const others = [stranger, usdc, tokenAccountOf(hot, usdc)];
  const owners = new Map(others.map((wallet) => [tokenAccountOf(wallet, usdc), wallet]));

  function ask(chance: SeededRandom): Record<string, unknown> {
    const index = chance.below(6);
    const purpose = chance.pick([
      'withdrawal',
      'withdrawal',
      'withdrawal',
      'sweep',
      'cold',
      'gas',
      'rotation',
    ] as const);
    const isFair = chance.is(75);
    const deposit = deposits[index] ?? hot;
    const fairTo = { withdrawal: stranger, gas: deposit, sweep: hot, cold, rotation: hot }[purpose];
    const fairKey: KeyRef = purpose === 'sweep' ? { branch: 0, index } : hotKey;
    const key = chance.mostly<KeyRef>(isFair ? 100 : 0, fairKey, [hotKey, { branch: 0, index }]);
    const to = chance.mostly(isFair ? 100 : 0, fairTo, [stranger, hot, cold, deposit, usdc, tokenAccountOf(hot, usdc)]);
    const reference = 1 + chance.below(400);
    const mint = chance.mostly<string | null>(90, reference % 3 === 0 ? null : usdc, [otherMint]);
    const most = mint === null ? solana.native.one : solana.token.one;
    const amount = chance.pick([most, most, most / 2n, most + 1n, most * 1_000n]);
    const fair = {
      feePayer: hot,
      owner: keys.addressOf(key),
      mint,
      decimals: 6,
      to,
      amount,
      // Another blockhash for the same reference would be a second payment.
      blockhash: outside.addressOf({ branch: 1, index: chance.below(3) }),
      // Mostly different for each reference; else one transaction would be signed for two payments.
      unitPrice: chance.mostly(90, BigInt(reference), [7n, 10_000_000_000n, 10n ** 15n]),
      opensAccount: mint !== null && chance.is(40),
    };
    const transaction = Buffer.from(bytesOf(chance, fair, deposit)).toString('hex');
    const coin = mint === null ? { coin: 'SOL', decimals: 9 } : { coin: 'USDC', decimals: 6 };
    const decided = { chain: 'SOL', ...coin, address: to, amount };
    const proof = purpose === 'withdrawal' && chance.is(95) ? { withdrawal: authorizedOrder(reference, decided) } : {};
    const payment = { mint, to, amount: String(amount) };
    return { chain: 'SOL', key, purpose, reference, transaction, payment, ...proof, deposit: index };
  }

  return {
    chain: 'SOL',
    ask,
    units: { native: { coin: 'SOL', decimals: 9 }, [`12 of ${usdc}`]: { coin: 'USDC', decimals: 6 } },
    read: (raw) => effectOf(raw, { hot, deposits, ours, owners }),
  };
}
