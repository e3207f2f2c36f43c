import { solanaPrograms, tokenAccountOf } from './address.ts';

/** Money that a transaction brought to a wallet. Addresses are wallets', also of token accounts. */
export interface SolanaTransfer {
  readonly txid: string;
  /** Index of the account that received it, among the transaction's accounts: a transaction's bytes fix it. */
  readonly position: number;
  readonly account: string;
  readonly to: string;
  readonly mint: string | null;
  readonly amount: bigint;
}

/** The used fields of a transaction in a node's block. */
export interface SolanaBlockTransaction {
  readonly transaction: {
    readonly signatures: readonly string[];
    readonly accountKeys: readonly { readonly pubkey: string; readonly signer: boolean }[];
  };
  readonly meta: {
    /** Null if it succeeded. */
    readonly err: unknown;
    readonly preBalances: readonly bigint[];
    readonly postBalances: readonly bigint[];
    readonly preTokenBalances?: readonly SolanaTokenBalance[] | null | undefined;
    readonly postTokenBalances?: readonly SolanaTokenBalance[] | null | undefined;
  };
}

export interface SolanaTokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string | undefined;
  readonly programId?: string | undefined;
  readonly uiTokenAmount: { readonly amount: string };
}

interface TransferRules {
  /** Mints of listed tokens. */
  readonly tokens: ReadonlySet<string>;
  /** Our wallets that pay: what they sign is no deposit. */
  readonly own: ReadonlySet<string>;
}

/**
 * Returns what a block's transactions brought to each account: the balance after less the balance before, so it counts what programs moved inside a transaction, and
 * several payments to one account once. Failed transactions, other tokens and those of other token programs bring nothing.
 */
export function solanaTransfersOf(
  transactions: readonly SolanaBlockTransaction[],
  { tokens, own }: TransferRules,
): SolanaTransfer[] {
  return transactions.flatMap(({ transaction: { signatures, accountKeys }, meta }) => {
    const [txid] = signatures;
    const isOurs = accountKeys.some(({ pubkey, signer }) => signer && own.has(pubkey));
    if (txid === undefined || meta.err !== null || isOurs) return [];
    const coins = accountKeys.flatMap(({ pubkey: to }, position) => {
      const amount = (meta.postBalances[position] ?? 0n) - (meta.preBalances[position] ?? 0n);
      return amount > 0n ? [{ txid, position, account: to, to, mint: null, amount }] : [];
    });
    return [...coins, ...tokensIn({ txid, accountKeys, meta }, tokens)];
  });
}

interface Found extends Pick<SolanaBlockTransaction, 'meta'> {
  readonly txid: string;
  readonly accountKeys: SolanaBlockTransaction['transaction']['accountKeys'];
}

function tokensIn({ txid, accountKeys, meta }: Found, tokens: ReadonlySet<string>): SolanaTransfer[] {
  const { preTokenBalances, postTokenBalances } = meta;
  return (postTokenBalances ?? []).flatMap(({ accountIndex: position, mint, owner: to, programId, uiTokenAmount }) => {
    const account = accountKeys[position]?.pubkey;
    if (to === undefined || account === undefined || programId !== solanaPrograms.token || !tokens.has(mint)) return [];
    const before = (preTokenBalances ?? []).find((one) => one.accountIndex === position && one.mint === mint);
    const amount = BigInt(uiTokenAmount.amount) - BigInt(before?.uiTokenAmount.amount ?? '0');
    return amount > 0n ? [{ txid, position, account, to, mint, amount }] : [];
  });
}

/**
 * True if a transfer reached where sweeps collect: the wallet itself, or the account that wallets derive for it and the token. A wallet may own further accounts of a
 * token, which anyone can open.
 */
export function isCollectable({ account, to, mint }: SolanaTransfer): boolean {
  return mint === null || account === tokenAccountOf(to, mint);
}
