import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MakeEngine, playExample } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import { Engine } from './engine.ts';
import { cancelReasons, rejections } from './rejection.ts';

const path = join(import.meta.dirname, '../../../docs/orders.md');
const page = readFileSync(path, 'utf8');
const form = /```trade\n([\s\S]*?)```/g;
const examples = [...page.matchAll(form)].map(([, example = '']) => example);

describe.each(bothEngines)('docs/orders.md with %s', (_name, make) => {
  test.each(examples.map((example) => [example.split('\n').slice(0, 3).join('; '), example]))(
    '%s',
    (_start, example) => {
      expect(playExample(make, example)).toBe(example);
    },
  );
});

test('the page has examples, and lists every rejection and every cancel reason, in order', () => {
  expect(examples.length).toBeGreaterThan(15);
  const tables = page.slice(page.indexOf('## Why an order is rejected')).match(/^\|.*$/gm) ?? [];
  const named = [...tables.join('\n').matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name);
  expect(named).toEqual([...rejections, ...cancelReasons]);
});

// `vitest -u` records the results: read them before you commit.
test('the page shows the results of its examples', () => {
  const make: MakeEngine = (listener) => new Engine(listener);
  const written = page.replace(form, (_whole, example: string) => `\`\`\`trade\n${playExample(make, example)}\`\`\``);
  return expect(written).toMatchFileSnapshot(path);
});
