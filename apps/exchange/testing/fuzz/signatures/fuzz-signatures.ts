import { createRandom, type Random } from '../../faults/random.ts';
import type { FuzzAnswer, FuzzSender, SentRequest } from '../send.ts';
import { allDoors, type Door, type DoorCall } from './doors.ts';
import { messageOf, soundParts, textsOf, type FuzzKey, type SignedParts } from './signed-parts.ts';
import type { SocketSender } from './socket-sender.ts';
import type { Spoil } from './spoil.ts';
import { spoils } from './spoil.ts';

export interface SignatureFuzzOptions {
  readonly sender: FuzzSender;
  readonly sockets: SocketSender;
  readonly keys: readonly [FuzzKey, ...FuzzKey[]];
  /** A key of another customer. */
  readonly strange: FuzzKey;
  readonly seed: number;
  readonly from?: number;
  readonly count: number;
  readonly connections: number;
  readonly now: () => number;
}

export interface SignatureFuzzResult {
  /** Spoiled requests by kind. */
  readonly refused: ReadonlyMap<string, number>;
  /** Sound requests by door, which show that the others are refused for what was done to them. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Requests of either kind that the server had no time for. */
  readonly busy: number;
  /** Ids of the orders of sound requests. */
  readonly placed: readonly string[];
  /** Ids of sound requests that the server had no time for: their orders may exist. */
  readonly perhapsPlaced: readonly string[];
  readonly wrongs: readonly string[];
}

const wrongsShown = 20;
/** One request in this many stays sound. */
const soundEvery = 20;
const kinds = [...Object.keys(spoils), 'replayed', 'premature'];

interface Made {
  readonly door: Door;
  readonly call: DoorCall;
  /** Null for a sound request. */
  readonly kind: string | null;
  readonly id: string;
  readonly parts: SignedParts;
}

/** Sends spoiled requests of this seed from number `from` on. Every one must be refused, and each sound one between them accepted. */
export async function fuzzSignatures(options: SignatureFuzzOptions): Promise<SignatureFuzzResult> {
  const { seed, from = 0, count, connections } = options;
  const [refused, accepted] = [new Map<string, number>(), new Map<string, number>()];
  const [wrongs, placed, perhapsPlaced]: [string[], string[], string[]] = [[], [], []];
  let busy = 0;
  let next = from;

  async function tryOne(index: number): Promise<void> {
    const made = makeRequest(options, index);
    const { door, call, kind, id } = made;
    const orders = kind === null && call.places === true ? [id] : [];
    const answer = await send(options, made).catch(String);
    if (typeof answer !== 'string' && door.isBusy(answer)) {
      busy += 1;
      perhapsPlaced.push(...orders);
    } else if (typeof answer !== 'string' && isRight(made, answer)) {
      const [tally, name] = kind === null ? [accepted, door.name] : [refused, kind];
      tally.set(name, (tally.get(name) ?? 0) + 1);
      placed.push(...orders);
    } else {
      const got = typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 200)}`;
      wrongs.push(`seed ${seed}, request ${index}, ${door.name}, ${kind ?? 'sound'}: ${got}\n  ${describe(made)}`);
    }
  }

  const work = async (): Promise<void> => {
    while (next < from + count && wrongs.length < wrongsShown) await tryOne(next++);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { refused, accepted, busy, placed, perhapsPlaced, wrongs };
}

function isRight({ door, kind }: Made, answer: FuzzAnswer): boolean {
  return kind === null ? door.isAccepted(answer) : door.isRefused(answer);
}

function makeRequest({ keys, strange, seed, now }: SignatureFuzzOptions, index: number): Made {
  const random = createRandom(seed, index);
  const door = random.pick(allDoors);
  const call = random.pick(door.calls);
  const key = random.pick(keys);
  const kind = random.oneIn(soundEvery) ? null : random.pickOr(kinds, '');
  const id = `${kind ?? 'sound'}-${index}`;
  const recvWindow = random.oneIn(2) ? null : 1_000 + random.below(59_000);
  const sound = soundParts({
    random,
    key,
    parameters: { ...call.parameters, ...(call.places && { newClientOrderId: id }) },
    time: now() + lateness(kind, recvWindow ?? 5_000, random),
    // A sound request may wait for the server a while.
    recvWindow: kind === null ? 60_000 : recvWindow,
    form: ({ GET: 'query', POST: 'body', SOCKET: 'socket' } as const)[call.method],
  });
  const spoil: Spoil = random.pickOr(door.spoils[kind ?? ''] ?? [], (parts) => parts);
  return { door, call, kind, id, parts: spoil(sound, { random, key, strange }) };
}

function lateness(kind: string | null, window: number, random: Random): number {
  if (kind === 'replayed') return -window - 1 - random.below(3_600_000);
  return kind === 'premature' ? 30_000 + random.below(3_600_000) : 0;
}

function send({ sender, sockets }: SignatureFuzzOptions, { door, call, parts }: Made): Promise<FuzzAnswer> {
  return call.method === 'SOCKET'
    ? sockets.send((id) => messageOf(parts, call.path, id))
    : sender.send(sentRequest(door, call, parts));
}

function describe({ door, call, parts }: Made): string {
  if (call.method === 'SOCKET') return messageOf(parts, call.path, 0).slice(0, 2_000);
  const { method, path, body } = sentRequest(door, call, parts);
  return `${method} ${path.slice(0, 1_000)} ${body?.toString().slice(0, 1_000) ?? ''}`;
}

function sentRequest({ header }: Door, { method, path }: DoorCall, parts: SignedParts): SentRequest {
  const { query, body } = textsOf(parts);
  return {
    method,
    path: query === '' ? path : `${path}?${latin1(query)}`,
    headers: {
      [header]: parts.apiKey,
      ...(method !== 'GET' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: method === 'GET' ? null : Buffer.from(body),
  };
}

/** A request line has bytes only, and no spaces. */
function latin1(text: string): string {
  return Buffer.from(text.replaceAll(' ', '+')).toString('latin1');
}
