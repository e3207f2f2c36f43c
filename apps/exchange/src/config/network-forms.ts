import { parseDecimal } from '@fft/decimal';
import * as z from 'zod';

const whole = (min: number, max: number, wrong = `must be a whole number from ${min} to ${max}`) =>
  z.int(wrong).min(min, wrong).max(max, wrong);

const notUrl = 'must be a URL like https://node.example';
const url = z.string(notUrl).refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), notUrl);
const differentUrls = (urls: readonly string[]): boolean => new Set(urls).size === urls.length;
/** In the order in which they are asked; a credit needs the word of two hosts. */
const nodes = z
  .array(url, 'must list URLs like ["https://node.example", "https://other-node.example"]')
  .min(1, 'must list a node')
  .refine(differentUrls, 'must list different nodes');
const twoNodes = nodes.max(2, 'must list two nodes at most');

const ticker = /^[A-Z0-9]{2,10}$/;
const notAddress = 'must be the address of a contract like 0x…';
const evmAddress = z.string(notAddress).regex(/^0x[0-9a-fA-F]{40}$/, notAddress);
const finality = z.enum(['depth', 'safe', 'finalized'], 'must be depth, safe or finalized');
const isTraced = z.boolean('must be true or false').default(false);
const text = z.string('must be a text');

const notLink =
  'must be null, or a URL like https://explorer.example or https://explorer.example/transaction/{tx}, without a password';
const explorer = z.string(notLink).refine(isLink, notLink).nullable();

/** An https address without a password, which may have the place of a transaction's id once, behind the host: in no other way does an id choose where a link leads. */
function isLink(address: string): boolean {
  const [base = '', ...more] = address.split('{tx}');
  const parsed = URL.parse(address.replace('{tx}', 'tx'));
  const isPlain = more.length <= 1 && !/[{}\s]/.test(base + more.join(''));
  const hasHost =
    /^https:\/\/[^/?#]+([/?#]|$)/.test(base) && (more.length === 0 || /^https:\/\/[^/?#]+[/?#]/.test(base));
  return isPlain && hasHost && parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '';
}

const ofEach = {
  confirmations: whole(1, 1_000).optional(),
  /** Null for none; without it, the usual one of the main network. */
  explorer: explorer.optional(),
  /** Where the hot wallet's surplus goes, and how much of each coin stays hot; decimals of the coin. */
  cold: z
    .strictObject({
      address: text,
      coins: z.record(z.string(), z.strictObject({ most: text, keep: text, least: text })),
    })
    .optional(),
};

const ofEvm = {
  ...ofEach,
  nodes: nodes.optional(),
  finality: finality.optional(),
  /** True if the nodes trace, so that coins passed on by contracts count. */
  traces: isTraced,
  /** The contract that makes several payments of a token; null to pay each withdrawal by its own transaction. */
  disperse: evmAddress.nullable().default(null),
};

const knownEvm = z.strictObject({
  ...ofEvm,
  /** The chain id that its nodes must have, where they follow a test network. */
  chainId: whole(1, 999_999_999).optional(),
  /** Token contracts by coin, where they differ from the listing. */
  contracts: z.record(z.string().regex(ticker, 'must list coins like USDT'), evmAddress).default({}),
});

const notAmount = 'must be an amount like "0.3"';
const amount = z.string(notAmount).regex(/^\d{1,12}(\.\d{1,8})?$/, notAmount);
const notContract = 'must be a contract like "0x…", or "native"';
const ownCoin = z
  .strictObject({
    contract: z.string(notContract).regex(/^(native|0x[0-9a-fA-F]{40})$/, notContract),
    decimals: whole(0, 36).optional(),
    fee: amount,
    min: amount,
    max: amount,
    minDeposit: amount,
  })
  .refine(({ contract, decimals }) => (contract === 'native') === (decimals === undefined), {
    message: 'must have the decimals of a token, and none of the native coin',
  })
  .refine(hasSoundAmounts, { message: 'must have fee < min ≤ max, and a minDeposit above 0' });

/** A network that the code doesn't know. What decides about money has no default. */
export const ownEvm = z.strictObject({
  ...ofEvm,
  confirmations: whole(1, 1_000, 'must be a whole number from 1 to 1000: the depth from which a deposit counts'),
  title: z
    .string('is required: the name that customers read')
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .()-]{1,39}$/u, 'must be a name like Optimism'),
  coin: z.string("is required: the network's own coin, which pays fees").regex(ticker, 'must be a ticker like ETH'),
  blockSeconds: z
    .number('is required: typical seconds between two blocks')
    .min(0.05, 'must be seconds from 0.05 to 600')
    .max(600, 'must be seconds from 0.05 to 600'),
  finalSeconds: whole(1, 86_400).default(1_200),
  maxGwei: whole(1, 1_000_000, 'must be a whole number from 1 to 1000000: the price of gas above which payments wait'),
  dataFee: z.enum(
    ['none', 'optimism', 'arbitrum'],
    'must be none, optimism or arbitrum: how the network charges for data',
  ),
  coins: z.record(z.string().regex(ticker, 'must list coins like USDT'), ownCoin).default({}),
});

/** True if the amounts go together, or one of them is none and has its own problem. */
function hasSoundAmounts(terms: Readonly<Record<'fee' | 'min' | 'max' | 'minDeposit', string>>): boolean {
  const units = [terms.fee, terms.min, terms.max, terms.minDeposit].map((one) => parseDecimal(one, 8));
  const [ofFee = 0, ofMin = 0, ofMax = 0, ofDeposit = 0] = units.map((one) => (one.ok ? one.units : 0));
  return units.some(({ ok }) => !ok) || (ofFee < ofMin && ofMin <= ofMax && ofDeposit > 0);
}

const utxo = z.strictObject({ ...ofEach, nodes: twoNodes.optional() });
const mint = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be the mint of a token')
  .optional();
const solana = z.strictObject({
  ...ofEach,
  confirmations: whole(1, 200).optional(),
  nodes: twoNodes.optional(),
  /** The most that one transaction may cost; opening a recipient's account of a token takes 2,039,280. */
  feeMaxLamports: whole(10_000, 1_000_000_000).default(5_000_000),
  contracts: z.strictObject({ USDT: mint, USDC: mint }).default({}),
});

/** The networks that the code knows. */
export const knownNetworks = z.strictObject({
  ETH: knownEvm.optional(),
  BSC: knownEvm.optional(),
  POLYGON: knownEvm.optional(),
  BASE: knownEvm.optional(),
  ARBITRUM: knownEvm.optional(),
  LTC: utxo.optional(),
  BTC: utxo.optional(),
  DOGE: utxo.optional(),
  SOL: solana.optional(),
});
