import { createHash } from 'node:crypto';
import { readSignedTron, tronAddress, tronAddressHex, type TronPayment } from '@fft/chains';
import { recoverAddress } from 'viem';
import { messageOf, type MessagePart } from './protobuf-message.ts';
import { openTestTron, type TestTron } from './test-tron.ts';

/** A simulated Tron chain: blocks, balances and transactions behind its HTTP interface. It accepts a transaction only with its owner's signature. */
export interface TestTronChain extends Pick<TestTron, 'url' | 'asked'> {
  /** Puts all waiting transactions into a block. */
  mine(): void;
  /** An outside account pays; the payment waits for a block. */
  pay(token: string, to: string, amount: bigint): string;
  /** Lets a transaction of a dropped block wait for another one. */
  again(txid: string): void;
  /** The id of the newest block, and how many there are below it. */
  readonly tip: { readonly id: string; readonly height: number };
  /** Takes the newest blocks back, with what they did; their transactions are lost. */
  drop(blocks: number): void;
  balance(token: string | null, owner: string): bigint;
  give(token: string | null, owner: string, amount: bigint): void;
  /** Result of later calls: `SUCCESS`, or a failure like `OUT_OF_ENERGY`. */
  result: string;
  /** Hides the outcomes of single transactions, like a lagging node. */
  isBehind: boolean;
  /** Reports every unmined transaction as failed in the first block, like a node on a dropped block. */
  isAstray: boolean;
  /** Makes successful calls do nothing. */
  isSilent: boolean;
  /** Loses every transaction that is sent from now on. */
  losesAll: boolean;
  /** Alters a payment that the node is asked to build. */
  alter: (asked: TronPayment) => TronPayment;
  energyPrice: number;
  close(): Promise<void>;
}

interface Made extends TronPayment {
  readonly raw: string;
  readonly txid: string;
  readonly expires: number;
}

interface Included {
  readonly txid: string;
  readonly info: object;
}

interface Block {
  readonly id: string;
  readonly parent: string;
  readonly time: number;
  readonly included: readonly Included[];
  /** All balances before it. */
  readonly before: ReadonlyMap<string, bigint>;
}

export const tronOutsider = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const lifeMs = 60_000;
const energy = 30_000;
const finalAfter = 1;
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** @param now the chain's clock */
export async function openTestTronChain(now: () => number): Promise<TestTronChain> {
  const node = await openTestTron();
  let balances = new Map<string, bigint>();
  const made = new Map<string, Made>();
  const blocks: Block[] = [
    { id: sha256('genesis'), parent: '0'.repeat(64), time: now(), included: [], before: balances },
  ];
  let waiting: Made[] = [];
  let [payments, forks] = [0, 0];
  const chain: TestTronChain = {
    url: node.url,
    asked: node.asked,
    result: 'SUCCESS',
    isBehind: false,
    isAstray: false,
    isSilent: false,
    losesAll: false,
    alter: (asked) => asked,
    energyPrice: 210,
    mine,
    pay: (token, to, amount) => {
      const one = make({ owner: tronOutsider, token, to, amount });
      give(token, tronOutsider, amount);
      waiting.push(one);
      return one.txid;
    },
    again: (txid) => {
      const one = made.get(txid);
      if (!one) throw new Error('no one made such a transaction');
      waiting.push(one);
    },
    get tip() {
      return { id: blocks.at(-1)?.id ?? '', height: blocks.length - 1 };
    },
    drop: (count) => {
      const [first] = blocks.splice(-count);
      balances = new Map(first?.before);
      waiting = [];
      forks += 1;
    },
    balance,
    give,
    close: () => node.close(),
  };

  function balance(token: string | null, owner: string): bigint {
    return balances.get(`${token} ${owner}`) ?? 0n;
  }

  function give(token: string | null, owner: string, amount: bigint): void {
    balances.set(`${token} ${owner}`, balance(token, owner) + amount);
  }

  function mine(): void {
    const parent = blocks.at(-1)?.id ?? '';
    const number = blocks.length;
    const before = new Map(balances);
    const included = waiting.map((one) => include(one, number));
    waiting = [];
    blocks.push({ id: sha256(`${parent} ${number} ${forks}`), parent, time: now(), included, before });
  }

  function include(one: Made, blockNumber: number): Included {
    const { txid, owner, token, to, amount } = one;
    const result = balance(token, owner) < amount ? 'REVERT' : chain.result;
    const isGood = token === null || (result === 'SUCCESS' && !chain.isSilent);
    if (isGood) {
      give(token, owner, -amount);
      give(token, to, amount);
    }
    const fee = token === null ? 268_000 : energy * chain.energyPrice;
    give(null, owner, -BigInt(fee));
    const info = { id: txid, blockNumber, fee };
    if (token === null) return { txid, info: { ...info, receipt: { net_fee: fee } } };
    const topics = [transferTopic, word(tronAddressHex(owner) ?? ''), word(tronAddressHex(to) ?? '')];
    const log = { address: tronAddressHex(token), topics, data: word(amount.toString(16)) };
    const receipt = { result, energy_usage_total: energy };
    const failed = result === 'SUCCESS' ? {} : { result: 'FAILED' };
    return { txid, info: { ...info, receipt, ...(isGood ? { log: [log] } : failed) } };
  }

  function make(payment: TronPayment): Made {
    const expires = now() + lifeMs;
    const raw = rawOf(payment, { expires, number: payments++, feeLimit: 100 * energy * chain.energyPrice });
    const one = { ...payment, raw, txid: sha256(Buffer.from(raw, 'hex')), expires };
    made.set(one.txid, one);
    return one;
  }

  async function broadcast(transaction: string): Promise<object> {
    const one = [...made.values()].find(({ raw }) => transaction.includes(raw));
    if (!one || !readSignedTron(transaction)) return { code: 'SIGERROR', message: '' };
    const [r, s, recovery] = [transaction.slice(-130, -66), transaction.slice(-66, -2), transaction.slice(-2)];
    const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number(recovery) } as const;
    const signer = await recoverAddress({ hash: `0x${one.txid}`, signature });
    if (signer.toLowerCase() !== `0x${tronAddressHex(one.owner)}`) return { code: 'SIGERROR', message: '' };
    if (one.expires <= now()) return { code: 'TRANSACTION_EXPIRATION_ERROR', message: '' };
    const isKnown = [...waiting, ...blocks.flatMap(({ included }) => included)].some(({ txid }) => txid === one.txid);
    if (isKnown) return { code: 'DUP_TRANSACTION_ERROR', message: '' };
    if (!chain.losesAll) waiting.push(one);
    return { result: true, txid: one.txid };
  }

  answerAs(node, {
    blocks,
    broadcast,
    balance,
    isBehind: () => chain.isBehind,
    isAstray: () => chain.isAstray,
    energyPrice: () => chain.energyPrice,
    make: (asked, feeLimit) => {
      const { owner, token, to, amount } = chain.alter(asked);
      const one = { ...make({ owner, token, to, amount }) };
      const raw = feeLimit === null ? one.raw : rawOf(one, { expires: one.expires, number: payments, feeLimit });
      const txid = sha256(Buffer.from(raw, 'hex'));
      made.set(txid, { ...one, raw, txid });
      return { visible: true, txID: txid, raw_data: {}, raw_data_hex: raw };
    },
  });
  mine();
  return chain;
}

interface Answering {
  readonly blocks: readonly Block[];
  broadcast(transaction: string): Promise<object>;
  balance(token: string | null, owner: string): bigint;
  isBehind(): boolean;
  isAstray(): boolean;
  energyPrice(): number;
  make(asked: TronPayment, feeLimit: number | null): object;
}

/** Answers in the shapes of the interface's documentation. */
function answerAs(
  node: TestTron,
  { blocks, broadcast, balance, isBehind, isAstray, energyPrice, make }: Answering,
): void {
  const blockOf = (number: number): object => {
    const block = blocks[number];
    if (!block) return {};
    const { id, parent, time, included } = block;
    return {
      blockID: id,
      block_header: { raw_data: { number, parentHash: parent, timestamp: time } },
      ...(included.length > 0 && { transactions: included.map(({ txid: txID }) => ({ txID })) }),
    };
  };
  node.answerBy('/wallet/getnowblock', () => blockOf(blocks.length - 1));
  node.answerBy('/walletsolidity/getnowblock', () => blockOf(Math.max(blocks.length - 1 - finalAfter, 0)));
  node.answerBy('/wallet/getblockbynum', ({ num }) => blockOf(Number(num)));
  node.answerBy('/wallet/gettransactioninfobyblocknum', ({ num }) =>
    (blocks[Number(num)]?.included ?? []).map(({ info }) => info),
  );
  node.answerBy('/wallet/gettransactioninfobyid', ({ value }) => {
    const found = blocks.flatMap(({ included }) => included).find(({ txid }) => txid === value);
    const failed = { id: value, blockNumber: 1, fee: 0, receipt: { result: 'OUT_OF_ENERGY' }, result: 'FAILED' };
    return (isBehind() ? null : found?.info) ?? (isAstray() ? failed : {});
  });
  node.answerBy('/wallet/getaccount', ({ address }) => {
    const trx = balance(null, String(address));
    return trx === 0n ? {} : { address, balance: Number(trx) };
  });
  node.answerBy('/wallet/getaccountresource', () => ({}));
  node.answerBy('/wallet/getchainparameters', () => ({
    chainParameter: [{ key: 'getEnergyFee', value: energyPrice() }],
  }));
  node.answerBy('/wallet/triggerconstantcontract', (body) => ({
    result: { result: true },
    energy_used: energy,
    constant_result: [word(balance(String(body['contract_address']), String(body['owner_address'])).toString(16))],
  }));
  node.answerBy('/wallet/triggersmartcontract', (body) => ({
    result: { result: true },
    transaction: make(callOf(body), Number(body['fee_limit'])),
  }));
  node.answerBy('/wallet/createtransaction', (body) => {
    const [owner, to] = [String(body['owner_address']), String(body['to_address'])];
    return make({ owner, token: null, to, amount: BigInt(Number(body['amount'])) }, null);
  });
  node.answerBy('/wallet/broadcasthex', ({ transaction }) => broadcast(String(transaction)));
}

function callOf(body: Readonly<Record<string, unknown>>): TronPayment {
  const [owner, token, parameter] = ['owner_address', 'contract_address', 'parameter'].map((name) =>
    String(body[name]),
  );
  const digits = parameter ?? '';
  const amount = BigInt(`0x${digits.slice(64)}`);
  return { owner: owner ?? '', token: token ?? '', to: tronAddress(digits.slice(24, 64)), amount };
}

function rawOf(
  { owner, token, to, amount }: TronPayment,
  { expires, number, feeLimit }: { readonly expires: number; readonly number: number; readonly feeLimit: number },
): string {
  const [from, recipient] = [address(owner), address(to)];
  const kind = token === null ? 'TransferContract' : 'TriggerSmartContract';
  const data = Buffer.from(`a9059cbb${word(tronAddressHex(to) ?? '')}${word(amount.toString(16))}`, 'hex');
  const inner: readonly MessagePart[] =
    token === null
      ? [
          [1, from],
          [2, recipient],
          [3, amount],
        ]
      : [
          [1, from],
          [2, address(token)],
          [4, data],
        ];
  const wrapped = messageOf([
    [1, Buffer.from(`type.googleapis.com/protocol.${kind}`)],
    [2, messageOf(inner)],
  ]);
  const contract = messageOf([
    [1, token === null ? 1n : 31n],
    [2, wrapped],
  ]);
  const raw = messageOf([
    [1, Buffer.from([number >> 8, number & 255])],
    [8, BigInt(expires)],
    [11, contract],
    ...(token === null ? [] : [[18, BigInt(feeLimit)] as const]),
  ]);
  return raw.toString('hex');
}

function address(text: string): Buffer {
  return Buffer.from(`41${tronAddressHex(text)}`, 'hex');
}

function word(digits: string): string {
  return digits.padStart(64, '0');
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
