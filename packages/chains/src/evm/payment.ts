import {
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  isHex,
  keccak256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hex,
  type TransactionSerialized,
} from 'viem';

export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/** A payment in the native coin, or in a token given by contract. */
export interface Payment {
  readonly token: Address | null;
  readonly to: Address;
  /** Smallest units. */
  readonly amount: bigint;
}

/** Call fields of a transaction. */
export interface Call {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
}

export function paymentCall({ token, to, amount }: Payment): Call {
  if (token === null) return { to, value: amount, data: '0x' };
  return {
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
  };
}

/** Decodes a call; null unless it is exactly one payment. */
export function paymentOf(call: {
  to?: Address | null | undefined;
  value?: bigint | undefined;
  data?: Hex | undefined;
}): Payment | null {
  const { to, value = 0n, data = '0x' } = call;
  if (!to || !isHex(data)) return null;
  if (data === '0x') return { token: null, to: getAddress(to), amount: value };
  if (value !== 0n) return null;
  try {
    const decoded = decodeFunctionData({ abi: tokenAbi, data });
    if (decoded.functionName !== 'transfer') return null;
    const [recipient, amount] = decoded.args;
    const payment = { token: getAddress(to), to: getAddress(recipient), amount };
    // Extra bytes after the arguments would be signed without being checked.
    return paymentCall(payment).data === data.toLowerCase() ? payment : null;
  } catch {
    return null;
  }
}

/** A decoded signed transaction. */
export interface SignedCall {
  readonly txid: Hex;
  readonly from: Address;
  readonly nonce: number;
  readonly chainId: number | null;
  readonly call: Call;
}

/** Decodes a signed transaction; null unless it calls an address. */
export async function readSignedCall(raw: string): Promise<SignedCall | null> {
  try {
    if (!isHex(raw)) return null;
    const { nonce = 0, chainId = null, to, value = 0n, data = '0x' } = parseTransaction(raw);
    if (!to) return null;
    const from = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized });
    return { txid: keccak256(raw), from, nonce, chainId, call: { to, value, data } };
  } catch {
    return null;
  }
}
