import { oddMarkets } from './odd-markets.ts';
import type { Schema } from './schema.ts';
import type { Random } from '../faults/random.ts';
import type { FuzzCustomer, World } from './world.ts';

/** Sources of valid values. */
export interface Sources {
  readonly random: Random;
  readonly world: World;
  /** The customer who sends the request; null for a request without a session. */
  readonly customer: FuzzCustomer | null;
  /** Makes the new ids of each request unique. */
  readonly index: number;
}

const oddSymbols = oddMarkets.map(({ symbol }) => symbol);

type Draw = (sources: Sources) => string;

const now = Date.now();

const anyId: Draw = ({ random, world, index }) =>
  random.oneIn(4) ? String(random.pick([1, 2, 1000, 1001, index])) : random.pickOr(world.ids, '1');
const newId: Draw = ({ random, index }) => (random.oneIn(4) ? `again-${random.below(5)}` : `fuzz-${index}`);
const amount: Draw = ({ random }) =>
  random.pick(['0.0001', '0.001', '0.01', '0.5', '1', '5', '20', '50', '100.25', '1000', '50000']);
const password: Draw = ({ random, customer }) =>
  random.oneIn(3) ? 'another long password' : (customer?.password ?? 'a long password');
const code: Draw = ({ random, customer }) => random.pickOr(customer?.codes ?? [], '000000');
const flow: Draw = ({ random, index }) => `flow-${random.oneIn(2) ? index : 1}`;
const factor: Draw = ({ random }) => random.pick(['123456', 'abcde-fghij']);
const moment: Draw = ({ random }) => String(now - random.below(10 ** random.below(13)));

/** Valid values by the contract's field names. */
const byName: Readonly<Record<string, Draw>> = {
  symbol: ({ random }) =>
    random.pick(['BTC/USDT', 'BTC/USDT', 'BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'ABC/DEF', ...oddSymbols]),
  layout: ({ random }) =>
    random.pick(['row*2:1000 chart:700 ticket:300', 'column*2:1000 row*2:600 chart:500 book:500 orders:400']),
  chart: ({ random }) => random.pick(['{}', '{"view":"4h","main":["KC"],"parameters":{"KC":[34,1.5,10]}}']),
  symbols: ({ random }) => random.pick(['', 'BTC/USDT', 'BTC/USDT, ETH/USDT']),
  coin: ({ random }) => random.pick(['USDT', 'USDT', 'BTC', 'ETH', 'POL', 'CNY', 'ZZZ']),
  chain: ({ random }) => random.pick(['ETH', 'ETH', 'ETH', 'BTC', 'POLYGON', 'ZZZ']),
  amount,
  quantity: ({ random }) => random.pick(['0.0001', '0.001', '0.01', '0.5', '1', '3', '7', '14.7']),
  price: ({ random }) =>
    random.pick(['97000', '97000.1', '96990.5', '97010', '3500', '0.05', '1', '90.5', '100', '110.05']),
  low: ({ random }) => random.pick(['96000', '96990.5', '97000', '1']),
  high: ({ random }) => random.pick(['97000', '97010', '97100', '98000']),
  hour: ({ random }) => String(random.below(24)),
  weekday: ({ random }) => String(1 + random.below(7)),
  monthDay: ({ random }) => String(1 + random.below(28)),
  orders: ({ random }) => String(random.pick([2, 3, 10, 500])),
  durationMs: ({ random }) => String(random.pick([60_000, 600_000, 86_400_000])),
  worstPrice: ({ random }) => random.pick(['96000', '97000', '98000']),
  clientId: newId,
  levels: ({ random }) => String(random.pick([2, 3, 5, 30])),
  stopPrice: ({ random }) => random.pick(['96000', '98000', '97000.1', '1', '80.5', '120', '99999999999999999999']),
  trail: ({ random }) => random.pick(['0.1', '100', '98000', '1']),
  trailBps: ({ random }) => String(random.pick([1, 100, 500, 9999])),
  activationPrice: ({ random }) => random.pick(['96000', '98000', '97000.1']),
  takeProfitPrice: ({ random }) => random.pick(['96000', '97100', '98000', '1']),
  stopLossPrice: ({ random }) => random.pick(['95000', '96000', '98000', '97000.1']),
  stopLossLimitPrice: ({ random }) => random.pick(['94900', '95900', '98100', '1']),
  stopLimitPrice: ({ random }) => random.pick(['95900', '98100', '1']),
  visibleQuantity: ({ random }) => random.pick(['0.0001', '0.001', '1']),
  otherLeg: newId,
  expiresAt: ({ random }) => String(now + random.pick([-1000, 1000, 60_000, 86_400_000])),
  timeoutMs: ({ random }) => String(random.pick([0, 1, 5000, 60_000])),
  country: ({ random }) => random.pick(['CN', 'DE', '']),
  latitude: ({ random }) => String(random.below(181) - 90),
  longitude: ({ random }) => String(random.below(361) - 180),
  step: ({ random }) => random.pick(['0.1', '1', '10', '1000']),
  limit: ({ random }) => String(random.pick([1, 5, 20, 100, 1000])),
  cursor: ({ random, world }) => random.pickOr(world.cursors, 'MTAw'),
  // Of an export, sometimes.
  id: (sources) => (sources.random.oneIn(6) ? 'abcdefghijklmnopqrstuvwx' : anyId(sources)),
  part: ({ random }) => String(random.below(3)),
  fillsAfter: anyId,
  addressId: ({ random, customer, ...rest }) =>
    customer && !random.oneIn(4) ? customer.addressId : anyId({ random, customer, ...rest }),
  accountId: anyId,
  // Of a saved bank account: an IBAN, a Chinese card, and an American account, each with its bank.
  number: ({ random }) => random.pick(['DE89370400440532013000', '6222021234567890128', '021000021234']),
  bank: ({ random }) => random.pick(['', 'COBADEFFXXX', '102100099996', '021000021']),
  text: ({ random }) => random.pick(['KX7M4-TRAQ9', 'rent', '']),
  endToEnd: ({ index }) => `PAYOUT-${index}`,
  clientOrderId: newId,
  receiveMin: () => '0.000001',
  stopClientOrderId: newId,
  requestId: newId,
  submission: anyId,
  front: anyId,
  back: anyId,
  hand: anyId,
  avatar: anyId,
  email: ({ random, world, index }) =>
    random.oneIn(3) ? `fuzz-${index}@test.example` : (random.pickOr(world.customers, null)?.email ?? 'a@test.example'),
  code,
  oldCode: code,
  flow,
  oldFlow: flow,
  password,
  oldPassword: password,
  passwordConfirm: password,
  payPassword: ({ random, customer }) => (random.oneIn(6) ? '918273' : (customer?.payPassword ?? '918273')),
  totp: factor,
  phone: ({ random, index }) => (random.oneIn(2) ? '+86 138 0013 8000' : `+1202555${1000 + (index % 9000)}`),
  nickname: ({ index }) => `Fuzz ${index}`,
  antiPhishing: () => 'my word',
  name: ({ index }) => `Name ${index}`,
  nationality: ({ random }) => random.pick(['CN', 'US']),
  idNumber: ({ index }) => `E${10_000_000 + index}`,
  address: ({ random }) =>
    random.pick([
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    ]),
  memo: ({ random }) => random.pick(['', '12345', 'memo']),
  inviteCode: () => 'INVITE',
  response: () => '{"id":"x","rawId":"x","type":"public-key","response":{},"clientExtensionResults":{}}',
  group: ({ random }) => random.pick(['USDT', 'BTC', 'FIAT']),
  // A moment, a customer, or the coin of a conversion.
  to: (sources) =>
    sources.random.oneIn(4)
      ? sources.random.pick(['BTC', 'USDT', 'ETH'])
      : sources.random.oneIn(2)
        ? moment(sources)
        : (sources.random.pickOr(sources.world.customers, null)?.email ?? ''),
  // A moment, the time of day of quiet hours, or the coin of a conversion.
  from: (sources) => (sources.random.oneIn(2) ? sources.random.pick(['22:30', 'USDT', 'BTC']) : moment(sources)),
  until: ({ random }) => random.pick(['07:00', '23:59']),
  timeZone: ({ random }) => random.pick(['UTC', 'Asia/Shanghai', 'Mars/Base']),
  endpoint: ({ random, index }) =>
    random.pick(['https://fcm.googleapis.com/fcm/send/', 'https://push.example/', 'http://127.0.0.1/']) + String(index),
  p256dh: () => `B${'A'.repeat(86)}`,
  auth: () => 'A'.repeat(22),
  rights: ({ random }) => random.pick(['read', 'read,trade', 'read,trade,withdraw']),
  addresses: ({ random }) => random.pick(['', '127.0.0.1', '203.0.113.0/24, 2001:db8::/32', 'nowhere']),
  expires: ({ random }) => String(now + random.pick([-1000, 86_400_000])),
  publicKey: () =>
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
  day: ({ random }) => random.pick(['2026-11-20', '2024-02-29']),
};

/** Draws a value that the contract accepts, perhaps of another customer. Choices come from the schema, other values from the field's name. */
export function soundValue(name: string, schema: Schema, sources: Sources): string {
  const choices = choicesOf(schema);
  if (choices.length > 0) return sources.random.pickOr(choices, '');
  const draw = byName[name];
  if (draw) return draw(sources);
  return 'text';
}

/** True if a valid value is known for this field. */
export function isKnown(name: string, schema: Schema): boolean {
  return choicesOf(schema).length > 0 || name in byName;
}

function choicesOf(schema: Schema): readonly string[] {
  const {
    enum: values,
    const: value,
    anyOf,
  } = schema as {
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    readonly anyOf?: readonly Schema[];
  };
  if (values) return values.map(String);
  if (typeof value === 'string' && value !== '') return [value];
  return (anyOf ?? []).flatMap(choicesOf);
}
