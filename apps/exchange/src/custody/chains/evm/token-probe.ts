import {
  balanceSlots,
  beaconSlot,
  implementationSlots,
  lowerCaseAddress,
  minimalProxyTarget,
  powersIn,
  type TokenPower,
  tokenAbi,
  tokenProbe,
} from '@fft/chains';
import type { TokenFinding } from '@fft/console-contract';
import {
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  hexToString,
  isHex,
  keccak256,
  numberToHex,
  parseAbi,
  RpcRequestError,
  trim,
  type Address,
  type Hex,
  type PublicClient,
  type Transport,
} from 'viem';

/** A token's facts as one node answers them. */
export interface TokenFacts {
  readonly symbol: string;
  readonly name: string;
  /** Null if the contract answers none, or more than an amount can have. */
  readonly decimals: number | null;
  /** What it was seen to do; in the order of {@link findingOrder}. */
  readonly findings: readonly TokenFinding[];
  /** Changes when the contract's code does, or that behind a proxy. */
  readonly codeHash: string;
}

/** State that a node pretends for one question. */
type Overrides = Readonly<Record<Address, { readonly code?: Hex; readonly stateDiff?: Readonly<Record<Hex, Hex>> }>>;

type BlockOverride = Readonly<Record<'time' | 'number', Hex>>;

const words = parseAbi(['function symbol() view returns (string)', 'function name() view returns (string)']);
/** More than amounts in databases and budgets have. */
const maxDecimals = 36;
/** Beside it a payment takes 21,000 and its data; custody gives a token's payment 100,000 in all. */
const maxTransferGas = 65_000n;
const aMonth = 30 * 86_400;
const callGas = 5_000_000n;
/** An address that no one has used, for a holder that nothing is known of. */
const stranger = lowerCaseAddress('0x7a65f1c2d94b0e83a6f5d2c71b09e84f3c6ad517');

/** The order in which findings are shown, the worst first. */
const findingOrder: readonly TokenFinding[] = [
  'noContract',
  'noDecimals',
  'unsteadyDecimals',
  'notTestable',
  'rebases',
  'refusesTransfer',
  'doesNotMove',
  'takesFee',
  'tooMuchGas',
  'nodesDisagree',
  'canRebase',
  'canCharge',
  'canBlock',
  'canPause',
  'upgradeable',
  'timeUntested',
  'oneNode',
];

/** Sorts findings and removes repeats. */
export function inOrder(findings: readonly TokenFinding[]): TokenFinding[] {
  const found = new Set(findings);
  return findingOrder.filter((one) => found.has(one));
}

/**
 * Asks a node what a token is and tries it: transfers from and to the hot wallet, of balances that are pretended for one question. Nothing is sent to the chain.
 * @throws if the node can't be reached
 */
export async function probeToken(node: Transport, contract: Address, hot: Address): Promise<TokenFacts> {
  const token = new ProbedToken(createPublicClient({ transport: node, cacheTime: 0 }), contract);
  const code = await token.code(contract);
  if (code === '0x') return { symbol: '', name: '', decimals: null, findings: ['noContract'], codeHash: '' };
  const behind = await token.behindProxy(code);
  const all = [code, ...behind];
  const powers = [
    ...new Set<TokenPower>([...all.flatMap(powersIn), ...(behind.length > 0 ? ['upgradeable' as const] : [])]),
  ];
  const [symbol, name, decimals] = [await token.text('symbol'), await token.text('name'), await token.decimals()];
  const tried = decimals === null ? ['noDecimals' as const] : await tryTransfers(token, decimals, hot);
  return { symbol, name, decimals, findings: inOrder([...tried, ...powers]), codeHash: keccak256(`0x${all.join('')}`) };
}

async function tryTransfers(token: ProbedToken, decimals: number, hot: Address): Promise<TokenFinding[]> {
  // No round number: a rate of interest must not make one of another.
  const amount = 1_234_567n * 10n ** BigInt(Math.min(decimals, 12));
  const held = await token.findBalance(stranger, amount);
  if (held === 'scaled') return ['rebases'];
  if (held === null) return ['notTestable'];
  if ((await token.decimalsIn(aMonth)) !== decimals) return ['unsteadyDecimals'];
  const later = await token.balanceIn(aMonth, held, stranger);
  if (later !== null && later !== amount) return ['rebases'];
  const untested = later === null ? ['timeUntested' as const] : [];
  // Part of it, so that a fee on the rest would show as well.
  const part = amount / 2n;
  const into = await token.move({ from: stranger, to: hot, part }, held);
  const ofHot = await token.findBalance(hot, amount);
  const out = ofHot === null || ofHot === 'scaled' ? null : await token.move({ from: hot, to: stranger, part }, ofHot);
  return [...untested, ...findingsOf(into, part), ...findingsOf(out, part)];
}

interface Moved {
  readonly ok: boolean;
  readonly says: bigint;
  readonly sent: bigint;
  readonly received: bigint;
  readonly taken: bigint;
}

/** Compares what a transfer did with what it should; null if it can't be tried. */
function findingsOf(moved: Moved | null, amount: bigint): TokenFinding[] {
  if (moved === null) return ['notTestable'];
  const { ok, says, sent, received, taken } = moved;
  if (!ok) return ['refusesTransfer'];
  if (sent === 0n && received === 0n) return ['doesNotMove'];
  return [
    ...(sent !== amount || received !== amount ? ['takesFee' as const] : []),
    // Wallets and contracts take "false" for a failure.
    ...(says === 1n ? ['doesNotMove' as const] : []),
    ...(taken > maxTransferGas ? ['tooMuchGas' as const] : []),
  ];
}

/** A contract at one node. A refusal of the contract is an answer; a node that is away throws. */
class ProbedToken {
  readonly #client: PublicClient;
  readonly #contract: Address;

  constructor(client: PublicClient, contract: Address) {
    this.#client = client;
    this.#contract = contract;
  }

  async code(address: Address): Promise<Hex> {
    return (await this.#client.getCode({ address })) ?? '0x';
  }

  /** Code to which the contract passes calls. */
  async behindProxy(code: Hex): Promise<Hex[]> {
    const minimal = minimalProxyTarget(code);
    const slots = await Promise.all([...implementationSlots, beaconSlot].map((slot) => this.#addressAt(slot)));
    const beacon = slots.pop() ?? null;
    const answer = beacon && (await this.#call(beacon, '0x5c60da1b'));
    const ofBeacon = answer?.length === 66 ? lowerCaseAddress(`0x${answer.slice(26)}`) : null;
    const targets = [minimal, ...slots, ofBeacon].filter((one) => one !== null);
    return Promise.all(targets.map((target) => this.code(target)));
  }

  /** Some old tokens answer 32 bytes in place of a text. */
  async text(functionName: 'symbol' | 'name'): Promise<string> {
    const answer = await this.#call(this.#contract, encodeFunctionData({ abi: words, functionName }));
    if (answer === null || answer === '0x') return '';
    try {
      return plain(decodeFunctionResult({ abi: words, functionName, data: answer }));
    } catch {
      return answer.length === 66 ? plain(hexToString(trim(answer, { dir: 'right' }))) : '';
    }
  }

  async decimals(time?: BlockOverride): Promise<number | null> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'decimals' });
    const answer = await this.#call(this.#contract, data, {}, time);
    if (answer?.length !== 66) return null;
    const decimals = BigInt(answer);
    return decimals <= BigInt(maxDecimals) ? Number(decimals) : null;
  }

  /** The decimals that many seconds from now; those of today where the node can't pretend another time. */
  decimalsIn(seconds: number): Promise<number | null> {
    return this.#later(
      seconds,
      (time) => this.decimals(time),
      () => this.decimals(),
    );
  }

  /** Finds where an owner's balance is stored, by pretending another amount in each place; `scaled` if the token makes another number of it. */
  async findBalance(owner: Address, amount: bigint): Promise<Overrides | 'scaled' | null> {
    const slots = balanceSlots(owner);
    const amounts = slots.map((_, index) => amount + BigInt(index + 1) * 97n);
    const everywhere = Object.fromEntries(slots.map((slot, index) => [slot, word(amounts[index] ?? 0n)]));
    const [found, before] = [
      await this.#balance(owner, { [this.#contract]: { stateDiff: everywhere } }),
      await this.#balance(owner),
    ];
    if (found === null || before === null) return null;
    const slot = slots[amounts.indexOf(found)];
    if (slot === undefined) return found === before ? null : 'scaled';
    const holding: Overrides = { [this.#contract]: { stateDiff: { [slot]: word(amount) } } };
    return (await this.#balance(owner, holding)) === amount ? holding : 'scaled';
  }

  /** The balance that many seconds from now; null if the node can't pretend another time. */
  async balanceIn(seconds: number, holding: Overrides, owner: Address): Promise<bigint | null> {
    return this.#later(
      seconds,
      (time) => this.#balance(owner, holding, time),
      async () => null,
    );
  }

  async #later<T>(seconds: number, ask: (time: BlockOverride) => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    const { timestamp, number } = await this.#client.getBlock();
    const time = { time: numberToHex(timestamp + BigInt(seconds)), number: numberToHex(number + 1_000n) };
    try {
      return await ask(time);
    } catch (error) {
      if (isRefusal(error)) return otherwise();
      throw error;
    }
  }

  async move(
    { from, to, part }: { readonly from: Address; readonly to: Address; readonly part: bigint },
    holding: Overrides,
  ): Promise<Moved | null> {
    const data = encodeFunctionData({ ...tokenProbe, functionName: 'run', args: [this.#contract, to, part] });
    const answer = await this.#call(from, data, { ...holding, [from]: { code: tokenProbe.code } });
    if (answer === null) return null;
    const [ok, says, sent, received, taken] = decodeFunctionResult({
      ...tokenProbe,
      functionName: 'run',
      data: answer,
    });
    return { ok, says, sent, received, taken };
  }

  async #addressAt(slot: Hex): Promise<Address | null> {
    const value = await this.#client.getStorageAt({ address: this.#contract, slot });
    return value !== undefined && isHex(value) && BigInt(value) > 0n && value.length === 66
      ? lowerCaseAddress(`0x${value.slice(26)}`)
      : null;
  }

  async #balance(owner: Address, overrides: Overrides = {}, block?: BlockOverride): Promise<bigint | null> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner] });
    const answer = await this.#call(this.#contract, data, overrides, block);
    return answer?.length === 66 ? BigInt(answer) : null;
  }

  /** Null if the contract refuses. With `block`, a node's refusal is thrown: it may not know how to pretend one. */
  async #call(to: Address, data: Hex, overrides: Overrides = {}, block?: BlockOverride): Promise<Hex | null> {
    const question = { to, data, gas: numberToHex(callGas) };
    const params: unknown[] = [question, 'latest', overrides, ...(block ? [block] : [])];
    try {
      return await this.#client.request<{ Method: 'eth_call'; Parameters: unknown[]; ReturnType: Hex }>({
        method: 'eth_call',
        params,
      });
    } catch (error) {
      if (block === undefined && isRefusal(error)) return null;
      throw error;
    }
  }
}

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

/** A name from a chain is a stranger's text: without what could hide or imitate other text, and short. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 40);
}

/** True if the node has answered that the call fails; it didn't answer otherwise. */
function isRefusal(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RpcRequestError) return true;
  return false;
}
