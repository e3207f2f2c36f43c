import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** WCAG 2 at level AA asks this of text, and of the edges of controls. */
const ofText = 4.5;
const ofEdges = 3;

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

type Tokens = Readonly<Record<string, string>>;
type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** The tokens of a rule of a style sheet. */
function tokensOf(sheet: string, selector: string): Tokens {
  const [, rule = ''] = sheet.split(`${selector} {`);
  const [body = ''] = rule.split('\n}');
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const dark = read('../../../../../packages/kit/src/tokens.css');
const light = read('../../../../../packages/kit/src/light.css');
const { colors } = JSON.parse(read('../../../brand/brand.json')) as {
  readonly colors: Readonly<Record<'accent' | 'accentText' | 'accentFill' | 'accentFillPressed', string>>;
};
const brand = {
  accent: colors.accent,
  'accent-text': colors.accentText,
  'accent-fill': colors.accentFill,
  'accent-fill-pressed': colors.accentFillPressed,
  'accent-tint': `${colors.accent}29`,
};

const darkTokens: Tokens = { ...brand, ...tokensOf(dark, ':root') };
const lightTokens: Tokens = { ...darkTokens, ...tokensOf(light, "html[data-theme='light']") };
const palettes = (theme: Tokens, sheet: string, of: (up: string) => string): readonly Tokens[] => [
  theme,
  ...['red', 'blind'].map((up) => ({ ...theme, ...tokensOf(sheet, of(up)) })),
];
const themes: readonly (readonly [string, readonly Tokens[]])[] = [
  ['dark', palettes(darkTokens, dark, (up) => `html[data-up='${up}']`)],
  ['light', palettes(lightTokens, light, (up) => `html[data-theme='light'][data-up='${up}']`)],
];

/** `#rrggbb`, with or without its opacity. */
function parseHex(value: string): Color {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})?$/.exec(value);
  if (!hex) throw new Error(`${value} isn't a colour`);
  const [red = 0, green = 0, blue = 0, alpha = 255] = hex.slice(1).map((part) => (part ? parseInt(part, 16) : 255));
  return [red, green, blue, alpha / 255];
}

function parse(value: string, tokens: Tokens): Color {
  const [, name] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (name !== undefined) return parse(tokens[name] ?? '', tokens);
  const [, mixed, share] = /^color-mix\(in srgb, (\S+) (\d+)%, transparent\)$/.exec(value) ?? [];
  if (mixed !== undefined) {
    const [red, green, blue] = parse(mixed, tokens);
    return [red, green, blue, Number(share) / 100];
  }
  const numbers = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value)?.slice(1).map(Number);
  if (!numbers) return parseHex(value);
  const [red = 0, green = 0, blue = 0, percent = 0] = numbers;
  return [red, green, blue, percent / 100];
}

function over([red, green, blue, alpha]: Color, ground: Color): Color {
  const mix = (top: number, bottom: number): number => top * alpha + bottom * (1 - alpha);
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
}

function luminance([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Pairs of a theme that have less contrast than they need. */
function faults(tokens: Tokens): readonly string[] {
  const color = (name: string): Color => parse(tokens[name] ?? name, tokens);
  const found: string[] = [];
  const check = (words: string, ground: Color, name: string, least: number): void => {
    const measured = contrast(over(color(words), ground), ground);
    if (measured < least) found.push(`${words} on ${name}: ${measured.toFixed(2)}`);
  };
  for (const ground of ['page', 'nav', 'card', 'raised', 'strip']) {
    for (const words of ['text', 'text-2', 'weak', 'accent-text', 'up', 'down', 'warn', 'danger', 'good'])
      check(words, color(ground), ground, ofText);
  }
  for (const ground of ['page', 'nav', 'card'])
    for (const edge of ['border', 'accent']) check(edge, color(ground), ground, ofEdges);
  for (const tint of ['up', 'down', 'warn', 'danger', 'good', 'accent']) {
    for (const ground of ['page', 'card'])
      check(
        tint === 'accent' ? 'accent-text' : tint,
        over(color(`${tint}-tint`), color(ground)),
        `its tint on ${ground}`,
        ofText,
      );
  }
  for (const fill of [
    'accent-fill',
    'accent-fill-pressed',
    'buy-fill',
    'buy-fill-pressed',
    'sell-fill',
    'sell-fill-pressed',
    'danger-fill',
    'danger-fill-pressed',
  ])
    check('#ffffff', color(fill), fill, ofText);
  return found;
}

test.each(themes)('the %s theme has enough contrast in each of its palettes', (_name, each) => {
  expect(each).toHaveLength(3);
  expect(each.map(faults)).toEqual([[], [], []]);
});

test('lines of the chart are legible on white', () => {
  const lines = ['chart-lines', 'chart-drawings'].flatMap((name) => lightTokens[name]?.split(' ') ?? []);
  expect(lines).toHaveLength(13);
  const page = parse(lightTokens['page'] ?? '', lightTokens);
  expect(lines.filter((line) => contrast(parse(line, lightTokens), page) < ofText)).toEqual([]);
});

test('the first paint of the light theme has its colours', () => {
  const first = tokensOf(read('../../app/welcome-screen.css'), "html[data-theme='light']");
  expect(Object.keys(first)).not.toEqual([]);
  expect(lightTokens).toMatchObject(first);
});
