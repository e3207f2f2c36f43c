import { createRandom, type Random } from '../random.ts';
import type { FuzzAnswer, FuzzSender, SentRequest } from '../send.ts';
import { type Door, type DoorCall } from './doors.ts';
import { soundParts, textsOf, type FuzzKey, type SignedParts } from './signed-parts.ts';
import { spoils, type Spoil } from './spoil.ts';

export interface SignatureFuzzOptions {
  readonly sender: FuzzSender;
  readonly doors: readonly [Door, ...Door[]];
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
  /** Sound requests, which show that the others are refused for what was done to them. */
  readonly accepted: number;
  /** Requests of either kind that the server had no time for. */
  readonly busy: number;
  readonly wrongs: readonly string[];
}

const wrongsShown = 20;
/** One request in this many stays sound. */
const soundEvery = 20;
const kinds = [...Object.keys(spoils), 'replayed', 'premature'];

/** Sends spoiled requests of this seed from number `from` on. Every one must be refused, and each sound one between them accepted. */
export async function fuzzSignatures(options: SignatureFuzzOptions): Promise<SignatureFuzzResult> {
  const { sender, seed, from = 0, count, connections } = options;
  const refused = new Map<string, number>();
  const wrongs: string[] = [];
  let [accepted, busy] = [0, 0];
  let next = from;

  async function tryOne(index: number): Promise<void> {
    const { door, kind, request } = makeRequest(options, createRandom(seed, index));
    const answer = await sender.send(request).catch(String);
    if (typeof answer !== 'string' && door.isBusy(answer)) return void (busy += 1);
    if (typeof answer !== 'string' && isRight(door, kind, answer)) {
      if (kind === null) accepted += 1;
      else refused.set(kind, (refused.get(kind) ?? 0) + 1);
      return;
    }
    const got = typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 200)}`;
    const sent = `${request.method} ${request.path.slice(0, 1000)} ${request.body?.toString().slice(0, 1000) ?? ''}`;
    wrongs.push(`seed ${seed}, request ${index}, ${door.name}, ${kind ?? 'sound'}: ${got}\n  ${sent}`);
  }

  const work = async (): Promise<void> => {
    while (next < from + count && wrongs.length < wrongsShown) await tryOne(next++);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { refused, accepted, busy, wrongs };
}

function isRight(door: Door, kind: string | null, answer: FuzzAnswer): boolean {
  return kind === null ? door.isAccepted(answer) : door.isRefused(answer);
}

function makeRequest({ doors, keys, strange, now }: SignatureFuzzOptions, random: Random) {
  const door = random.pick(doors);
  const call = random.pick(door.calls);
  const key = random.pick(keys);
  const kind = random.oneIn(soundEvery) ? null : random.pickOr(kinds, '');
  const recvWindow = random.oneIn(2) ? null : 1_000 + random.below(59_000);
  const window = recvWindow ?? 5_000;
  const late = { replayed: -window - 1 - random.below(3_600_000), premature: 30_000 + random.below(3_600_000) };
  const time = now() + (kind === 'replayed' || kind === 'premature' ? late[kind] : 0);
  const hasBody = call.method !== 'GET';
  const sound = soundParts({
    random,
    key,
    parameters: call.parameters,
    time,
    // A sound request may wait for the server a while.
    recvWindow: kind === null ? 60_000 : recvWindow,
    hasBody,
  });
  const spoil: Spoil = random.pickOr(spoils[kind ?? ''] ?? [], (parts) => parts);
  return { door, kind, request: sentRequest(door, call, spoil(sound, { random, key, strange })) };
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
