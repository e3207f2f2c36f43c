import { calls, type Call } from '@fft/contract';
import { hostileCursor, hostileJsonValue, hostileTexts } from './hostile.ts';
import { formOf, jsonOf, multipartOf, type Body, type Field } from './bodies.ts';
import { drawOddOrder } from './odd-markets.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { inputForms, type Schema } from './schema.ts';
import { soundValue, type Sources } from './sound-values.ts';
import type { FuzzCustomer, World } from './world.ts';

/** A request as it is sent. */
export interface FuzzRequest {
  readonly index: number;
  /** The call that it is derived from. */
  readonly call: Call;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

interface Target {
  readonly call: Call;
  readonly forms: readonly Schema[];
}

/** Every call has a turn; calls that move money have several. */
const turns: readonly Call[] = [
  ...Object.values(calls).flatMap((byName) => Object.values<Call>(byName)),
  ...Array.from({ length: 5 }, () => [calls.trade.create, calls.trade.cancel, calls.transfer.submit]).flat(),
  ...Array.from({ length: 5 }, () => calls.trade.create),
  ...Array.from({ length: 3 }, () => [calls.withdrawals.sendCode, calls.withdrawals.submit]).flat(),
];

const targets = turns.map((call): Target => ({ call, forms: inputForms(call) }));

const endings: ReadonlySet<Call> = new Set<Call>([
  calls.auth.logout,
  calls.user.freeze,
  calls.user.revokeSession,
  calls.user.setPassword,
]);

/** Makes request number `index` of this seed's run: a valid request of a call, with none, one or several faults added. */
export function makeRequest(seed: number, index: number, world: World): FuzzRequest {
  const random = createRandom(seed, index);
  const target = targets[index % targets.length];
  if (!target) throw new Error('the contract has no calls');
  // Few customers get the calls that end sessions, so that the others stay able to act.
  const few = world.customers.slice(0, 2);
  const customer = random.pickOr(endings.has(target.call) ? few : world.customers.slice(few.length), few[0] ?? null);
  const fields = makeFields(target, { random, world, customer, index });
  return { index, call: target.call, ...putTogether(target.call, fields, { random, world, customer }) };
}

/** Sets of optional fields that go together where fields exclude each other. */
const together: ReadonlyMap<Call, readonly (readonly string[])[]> = new Map<Call, readonly (readonly string[])[]>([
  [calls.trade.create, [['price', 'quantity'], ['price', 'quantity', 'timeInForce'], ['amount'], ['quantity']]],
]);

/** A third of the requests are fully valid: they reach deeper code than those refused early. */
function makeFields({ call, forms }: Target, sources: Sources): readonly Field[] {
  const { random } = sources;
  if (call === calls.trade.create && random.oneIn(2)) return oddOrder(sources);
  const { properties = {}, required = [] } = random.pickOr(forms, {});
  const wrongs = random.pick([0, 0, 1, 1, 2, 9]);
  const chosen = random.oneIn(6) ? null : random.pickOr(together.get(call) ?? [], null);
  const isGiven = (name: string): boolean => required.includes(name) || (chosen?.includes(name) ?? random.oneIn(2));
  const fields: Field[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    if (!isGiven(name)) continue;
    fields.push({ name, value: soundValue(name, schema, sources), json: null });
  }
  for (let wrong = 0; wrong < wrongs; wrong++) spoil(fields, random);
  fields.push({ name: 'lang', value: random.pick(['en', 'en', 'zh', 'fr', '']), json: null });
  return fields;
}

/** A complete limit order in a market with an odd tick: random values hardly ever fit both the tick and the lot. */
function oddOrder({ random, index }: Sources): readonly Field[] {
  const side = random.pick(['buy', 'sell']);
  const order = { clientOrderId: `fuzz-${index}`, side, type: 'limit', ...drawOddOrder(random) };
  return Object.entries(order).map(([name, value]) => ({ name, value, json: null }));
}

function spoil(fields: Field[], random: Random): void {
  const place = random.below(fields.length + 1);
  const field = fields[place];
  if (!field) {
    fields.push({ name: random.pick(hostileTexts), value: random.pick(hostileTexts), json: null });
    return;
  }
  const value = field.name === 'cursor' ? hostileCursor(random) : random.pick(hostileTexts);
  switch (random.below(6)) {
    case 0:
      fields.splice(place, 1);
      return;
    case 1:
      fields.push({ ...field, value });
      return;
    case 2:
      fields[place] = { ...field, json: hostileJsonValue(random) };
      return;
    case 3:
      fields[place] = { ...field, name: random.pick([`${field.name}[]`, `${field.name}.a`, field.name.toUpperCase()]) };
      return;
    default:
      fields[place] = { ...field, value };
  }
}

interface Sender {
  readonly random: Random;
  readonly world: World;
  readonly customer: FuzzCustomer | null;
}

function putTogether(
  call: Call,
  fields: readonly Field[],
  { random, world, customer }: Sender,
): Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'> {
  const method = random.oneIn(40)
    ? random.pick(['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    : call.method;
  const path = random.oneIn(60) ? spoilPath(call.path, random) : call.path;
  const headers = { 'x-forwarded-for': addressOf(random), 'access-token': tokenFor(call, { random, world, customer }) };
  const isQuery = method === 'GET' || method === 'HEAD' || random.oneIn(40);
  if (isQuery) return { method, path: `${path}?${formOf(fields, random)}`, headers, body: null };
  const { type, bytes } = makeBody(call, fields, random);
  const length = { 'content-length': String(bytes.length) };
  return { method, path, headers: { ...headers, ...length, ...(type && { 'content-type': type }) }, body: bytes };
}

function makeBody(call: Call, fields: readonly Field[], random: Random): Body {
  const isFile = call.encoding === 'multipart' ? !random.oneIn(10) : random.oneIn(50);
  const body = isFile
    ? multipartOf(fields, random)
    : random.oneIn(2)
      ? jsonOf(fields, random)
      : urlEncoded(fields, random);
  if (!random.oneIn(25)) return body;
  const type = random.pick([
    '',
    'text/plain',
    'text/xml',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded; charset=latin1',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/json, application/json',
    'a'.repeat(1000),
  ]);
  return { ...body, type };
}

function urlEncoded(fields: readonly Field[], random: Random): Body {
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(formOf(fields, random)) };
}

/** A new address each time, so that limits by address don't refuse the whole run. */
function addressOf(random: Random): string {
  if (random.oneIn(10)) return `2001:db8::${random.below(0xffff).toString(16)}`;
  return `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
}

function tokenFor({ auth }: Call, { random, world, customer }: Sender): string {
  if (auth === 'none' || !random.oneIn(12)) return customer?.token ?? '';
  return random.pick([
    '',
    random.pickOr(world.deadTokens, ''),
    'x'.repeat(43),
    'x'.repeat(4000),
    `Bearer ${customer?.token}`,
    `${customer?.token},${customer?.token}`,
    `${customer?.token.slice(0, -1)}`,
    '\u00ff\u00fe',
    "' or 1=1 --",
  ]);
}

function spoilPath(path: string, random: Random): string {
  return random.pick([
    `${path}/`,
    `/${path}`,
    `${path}%00`,
    `${path}%zz`,
    `${path};a=b`,
    path.toUpperCase(),
    path.replace('/api/', '/api/../api/'),
    path.replace('.html', ''),
    `${path}/${'a'.repeat(5000)}`,
    `/api/${'%2e%2e%2f'.repeat(20)}etc/passwd`,
    '/api/../../../../etc/passwd',
    '/api/__proto__/constructor.html',
  ]);
}
