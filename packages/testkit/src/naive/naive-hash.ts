import { idOf, type NaiveMarket, type NaiveMemory, type World } from './world.ts';

const hashes = new Map<string, bigint>();

/** FNV-1a, 64 bits. Most lines stay the same from one command to the next, so their hashes are kept. */
function hashOf(line: string): bigint {
  const known = hashes.get(line);
  if (known !== undefined) return known;
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(line, 'ascii')) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  if (hashes.size > 100_000) hashes.clear();
  hashes.set(line, hash);
  return hash;
}

/** The state hash, as `MatchingEngine.stateHash` describes it. */
export function naiveStateHash(world: World): string {
  const sum = linesOf(world).reduce((total, line) => total + hashOf(line), 0n);
  return (sum & 0xffffffffffffffffn).toString(16).padStart(16, '0');
}

function linesOf(world: World): string[] {
  const openOrders = world.orders.filter((order) => order.isOpen);
  return [
    ['time', world.time],
    ['lastOrder', world.orders.length],
    ...world.assets.map((asset, id) => ['asset', id, asset.code, asset.decimals]),
    ...world.markets.map((market, id) => ['market', id, ...marketWords(market)]),
    ...world.accounts
      .filter((one) => one.available !== 0n || one.frozen !== 0n)
      .map((one) => ['account', one.owner, one.kind, one.asset, one.available, one.frozen]),
    ...openOrders.map((order) => ['order', order.id, order.open]),
    ...world.allRemembered().map(wordsOf),
  ].map((words) => words.join(' '));
}

function wordsOf({ command: c, time, orderId, refusal, stage }: NaiveMemory): unknown[] {
  const start = ['request', kindOf(c), c.owner, idOf(c), time];
  const outcome = refusal ?? '-';
  switch (c.type) {
    case 'deposit':
      return [...start, outcome, c.asset, c.kind, c.source, c.amount];
    case 'transfer':
      return [...start, outcome, c.asset, c.from, c.amount];
    case 'holdWithdrawal':
      return [...start, outcome, c.asset, c.kind, c.destination, c.amount, c.fee, stage ?? 'released'];
    case 'place': {
      const choices = [c.side, c.orderType, c.timeInForce, c.postOnly, c.selfTrade];
      return [...start, orderId, outcome, c.market, ...choices, c.priceTicks, c.quantityLots, c.amount];
    }
  }
}

function kindOf({ type }: NaiveMemory['command']): string {
  if (type === 'place') return 'order';
  return type === 'holdWithdrawal' ? 'withdrawal' : type;
}

function marketWords({ rules: r, lastPriceTicks, tradeCount }: NaiveMarket): unknown[] {
  const units = [r.symbol, r.base, r.quote, r.unitsPerLot, r.unitsPerTickLot];
  const limits = [r.minQuantityLots, r.maxQuantityLots, r.minNotional, r.maxNotional];
  const rates = [r.makerFeePpm, r.takerFeePpm, r.bandPpm, r.collarPpm];
  return [...units, ...limits, ...rates, r.maxOpenOrders, r.state, lastPriceTicks, tradeCount];
}
