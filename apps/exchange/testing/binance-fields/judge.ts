import { accountShapes } from './account-shapes.ts';
import { enums } from './enums.ts';
import { eventParts, marketEvents, userEvents } from './event-shapes.ts';
import { marketShapes } from './market-shapes.ts';
import { orderShapes } from './order-shapes.ts';
import type { Shape, Type } from './shape.ts';
import { walletShapes } from './wallet-shapes.ts';

/** Every list by its name; events have `event ` before theirs. */
export const shapes: Readonly<Record<string, Shape>> = {
  ...orderShapes,
  ...marketShapes,
  ...accountShapes,
  ...walletShapes,
  ...eventParts,
  ...Object.fromEntries(
    Object.entries({ ...marketEvents, ...userEvents }).map(([name, shape]) => [`event ${name}`, shape]),
  ),
};

/** How a JSON differs from its list. */
export interface Difference {
  /** Where: `POST /api/v3/order fills price`. */
  readonly where: string;
  readonly what: 'is missing' | 'is unknown' | 'should not be there' | `is no ${string}`;
  readonly value?: unknown;
}

export interface JudgeOptions {
  readonly isMicroseconds?: boolean;
  /** Told each field that is met, as `order stopPrice`, and each value of an enum. */
  readonly met?: (what: string) => void;
}

interface Judging extends JudgeOptions {
  readonly where: string;
}

/** Compares a JSON with the type that the documentation gives it. */
export function judge(json: unknown, type: Type, where: string, options: JudgeOptions = {}): readonly Difference[] {
  const results = alternativesOf(type).map((one) => {
    const met: string[] = [];
    return { met, found: judgeOne(json, one, { ...options, where, met: (what) => void met.push(what) }) };
  });
  const [best] = results.toSorted((one, other) => one.found.length - other.found.length);
  for (const what of best?.met ?? []) options.met?.(what);
  return best?.found ?? [];
}

function judgeOne(json: unknown, type: Type, judging: Judging): readonly Difference[] {
  const { where } = judging;
  if (type === 'any') return [];
  const inner = type.slice(1, -1);
  if (type.startsWith('@')) return judgeShape(json, type.slice(1), judging);
  if (type.startsWith('[')) {
    if (!Array.isArray(json)) return [{ where, what: 'is no list', value: json }];
    return json.flatMap((item: unknown) => judge(item, inner, where, judging));
  }
  if (type.startsWith('(')) {
    const types = inner.split(', ');
    if (!Array.isArray(json) || json.length !== types.length) return [{ where, what: `is no ${type}`, value: json }];
    return types.flatMap((one, index) => judge(json[index], one, `${where} ${index}`, judging));
  }
  if (type.startsWith('<')) {
    if (!isObject(json)) return [{ where, what: 'is no object', value: json }];
    return Object.values(json).flatMap((value) => judge(value, inner, where, judging));
  }
  if (type.startsWith('enum ')) judging.met?.(`${type.slice('enum '.length)} ${String(json)}`);
  return isOfAtom(json, type, judging.isMicroseconds === true) ? [] : [{ where, what: `is no ${type}`, value: json }];
}

function judgeShape(json: unknown, name: string, judging: Judging): readonly Difference[] {
  const { where, met } = judging;
  const shape = shapes[name];
  if (shape === undefined) throw new Error(`there is no list ${name}`);
  if (!isObject(json)) return [{ where, what: `is no ${name}`, value: json }];
  met?.(name);
  const found: Difference[] = [];
  const known = new Set<string>();
  for (const [key, entry] of Object.entries(shape)) {
    const field = key.replace(/\?$/, '');
    known.add(field);
    if (json[field] !== undefined) met?.(`${name} ${field}`);
    found.push(...judgeField(json, [field, entry, key.endsWith('?')], { ...judging, where: `${where} ${field}` }));
  }
  for (const [field, value] of Object.entries(json)) {
    if (!known.has(field)) found.push({ where: `${where} ${field}`, what: 'is unknown', value });
  }
  return found;
}

/** Whether a field is there as its entry says, and of its type. */
function judgeField(
  json: Readonly<Record<string, unknown>>,
  [field, entry, isOptional]: readonly [field: string, entry: Shape[string], isOptional: boolean],
  judging: Judging,
): readonly Difference[] {
  const { where } = judging;
  const value = json[field];
  const { type, where: conditions = null } = typeof entry === 'string' ? { type: entry } : entry;
  const isDue =
    conditions !== null && Object.entries(conditions).every(([other, values]) => values.includes(String(json[other])));
  if (value === undefined) return isOptional || (conditions !== null && !isDue) ? [] : [{ where, what: 'is missing' }];
  const found = judge(value, type, where, judging);
  return conditions === null || isDue ? found : [{ where, what: 'should not be there', value }, ...found];
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** From the year 2000 on, in the unit that the caller asked for. */
const [firstMs, lastMs] = [Date.UTC(2000), Date.UTC(2200)];

const isWhole = (json: unknown): json is number => Number.isSafeInteger(json);
const isTextOf = (form: RegExp) => (json: unknown) => typeof json === 'string' && form.test(json);

const atoms: Readonly<Record<Type, (json: unknown, perMs: number) => boolean>> = {
  text: (json) => typeof json === 'string',
  flag: (json) => typeof json === 'boolean',
  number: (json) => typeof json === 'number',
  int: isWhole,
  id: (json) => isWhole(json) && json >= 0,
  time: (json, perMs) => isWhole(json) && json >= firstMs * perMs && json <= lastMs * perMs,
  decimal: isTextOf(/^-?\d+\.\d{8,}$/),
  numeric: isTextOf(/^-?\d+(\.\d+)?$/),
};

function isOfAtom(json: unknown, type: Type, isMicroseconds: boolean): boolean {
  if (type.startsWith('=')) return json === literalOf(type.slice(1));
  if (type.startsWith('enum ')) {
    const values = enums[type.slice('enum '.length)];
    if (values === undefined) throw new Error(`there is no ${type}`);
    return values.some((value) => value === json);
  }
  const isOf = atoms[type];
  if (isOf === undefined) throw new Error(`there is no type ${type}`);
  return isOf(json, isMicroseconds ? 1_000 : 1);
}

/** JSON where it is, else a bare text. */
function literalOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `T | U` outside of brackets. */
function alternativesOf(type: Type): readonly Type[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const piece of type.split(/(\[|\]|\(|\)|<|>| \| )/)) {
    if ('[(<'.includes(piece) && piece !== '') depth += 1;
    if ('])>'.includes(piece) && piece !== '') depth -= 1;
    if (piece === ' | ' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += piece;
  }
  return [...parts, part];
}
