import { decodeFunctionData, encodeFunctionData, getAddress, isHex, parseAbi, type Address } from 'viem';
import type { Call, Payment } from './payment.ts';

/** The ABI of a contract that pays its caller's token to several recipients, and of the token's allowance for the contract. */
export const dispersalAbi = parseAbi([
  'function disperseTokenSimple(address token, address[] recipients, uint256[] values)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);

type GivenCall = { readonly [Field in keyof Call]?: Call[Field] | null | undefined };

/** A payment of a token; `token` is the token's contract. */
export interface TokenPayment extends Payment {
  readonly token: Address;
}

/** The call by which a contract makes these payments, in their order. All payments are of one token. @throws if they are not */
export function dispersalCall(contract: Address, payments: readonly TokenPayment[]): Call {
  const [first] = payments;
  if (!first || payments.some(({ token }) => getAddress(token) !== getAddress(first.token)))
    throw new Error('a dispersal pays one token');
  const args = [first.token, payments.map(({ to }) => to), payments.map(({ amount }) => amount)] as const;
  const data = encodeFunctionData({ abi: dispersalAbi, functionName: 'disperseTokenSimple', args });
  return { to: contract, value: 0n, data };
}

/** The payments of a call, in their order. Null if the call does anything else. */
export function dispersalOf(call: GivenCall, contract: Address): readonly TokenPayment[] | null {
  const { to, value, data } = call;
  if (!to || getAddress(to) !== getAddress(contract) || !isPlain(value) || !isHex(data)) return null;
  try {
    const decoded = decodeFunctionData({ abi: dispersalAbi, data });
    if (decoded.functionName !== 'disperseTokenSimple') return null;
    const [token, recipients, values] = decoded.args;
    if (recipients.length === 0 || recipients.length !== values.length) return null;
    const payments = recipients.map((recipient, index) => ({ token, to: recipient, amount: values[index] ?? 0n }));
    // Bytes beyond those of this exact call would be signed without being checked.
    return dispersalCall(contract, payments).data === data.toLowerCase() ? payments : null;
  } catch {
    return null;
  }
}

/** How much of its caller's token a contract may take. */
export interface Allowance {
  readonly token: Address;
  readonly spender: Address;
  readonly amount: bigint;
}

export function allowanceCall({ token, spender, amount }: Allowance): Call {
  const data = encodeFunctionData({ abi: dispersalAbi, functionName: 'approve', args: [spender, amount] });
  return { to: token, value: 0n, data };
}

/** The allowance that a call sets. Null if the call does anything else. */
export function allowanceOf({ to, value, data }: GivenCall): Allowance | null {
  if (!to || !isPlain(value) || !isHex(data)) return null;
  try {
    const decoded = decodeFunctionData({ abi: dispersalAbi, data });
    if (decoded.functionName !== 'approve') return null;
    const [spender, amount] = decoded.args;
    const allowance = { token: getAddress(to), spender, amount };
    return allowanceCall(allowance).data === data.toLowerCase() ? allowance : null;
  } catch {
    return null;
  }
}

function isPlain(value: bigint | null | undefined): boolean {
  return value === undefined || value === null || value === 0n;
}
