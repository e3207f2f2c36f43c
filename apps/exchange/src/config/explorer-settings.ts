import type { OwnEvmChain } from '@fft/chains';
import * as z from 'zod';

/** The setting of each network's block explorer. */
const names = {
  ETH: 'ETHEREUM_EXPLORER_URL',
  BSC: 'BSC_EXPLORER_URL',
  POLYGON: 'POLYGON_EXPLORER_URL',
  BASE: 'BASE_EXPLORER_URL',
  ARBITRUM: 'ARBITRUM_EXPLORER_URL',
  LTC: 'LTC_EXPLORER_URL',
  BTC: 'BTC_EXPLORER_URL',
  DOGE: 'DOGE_EXPLORER_URL',
  TRX: 'TRON_EXPLORER_URL',
  SOL: 'SOLANA_EXPLORER_URL',
} as const;
type ExplorerName = (typeof names)[keyof typeof names];

/** Chains that have a usual explorer. */
export type ExploredChain = keyof typeof names;

/** Links by chain, as operators set them: `null` for none. A chain that isn't there has the usual explorer of its main network, if it is one with {@link ExploredChain}. */
export type ExplorerSettings = Readonly<Partial<Record<ExploredChain | OwnEvmChain, string | null>>>;

/** A block explorer's address. */
export const explorerForm = z
  .string()
  .refine(
    (text) => text === 'off' || isLink(text),
    'must be off, or a URL like https://explorer.example or https://explorer.example/transaction/{tx}',
  )
  .nullable()
  .default(null);

/** An https address without a password, which may have the place of a transaction's id once, behind the host: in no other way does an id choose where a link leads. */
function isLink(text: string): boolean {
  const [base = '', ...more] = text.split('{tx}');
  const url = URL.parse(text.replace('{tx}', 'tx'));
  const isPlain = more.length <= 1 && !/[{}\s]/.test(base + more.join(''));
  const hasHost =
    /^https:\/\/[^/?#]+([/?#]|$)/.test(base) && (more.length === 0 || /^https:\/\/[^/?#]+[/?#]/.test(base));
  return isPlain && hasHost && url?.protocol === 'https:' && url.username === '' && url.password === '';
}

export const explorerEnvironment = Object.fromEntries(Object.values(names).map((name) => [name, explorerForm])) as {
  readonly [Name in ExplorerName]: typeof explorerForm;
};

export function explorersOf(data: Readonly<Record<ExplorerName, string | null>>): ExplorerSettings {
  const set = Object.entries(names).flatMap(([chain, name]) => {
    const link = linkOf(data[name]);
    return link === undefined ? [] : [[chain, link] as const];
  });
  return Object.fromEntries(set);
}

/** The link that a setting names: `null` for none, `undefined` where it isn't set. */
export function linkOf(text: string | null): string | null | undefined {
  return text === null ? undefined : text === 'off' ? null : text;
}
