import { expect, test } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

const head = (name: string): string => `# HELP ${name} What it is\n# TYPE ${name} gauge\n`;

test('each metric is described once, with the samples of all processes', () => {
  const one = `${head('a')}a{process="1"} 1\n\n${head('b')}b{process="1"} 2\n`;
  const other = `${head('b')}b{process="2"} 3\nb{process="2",x="y"} 4\n\n${head('c')}c{process="2"} 5\n`;
  expect(mergeMetrics([one, other])).toBe(
    `${head('a')}a{process="1"} 1\n\n${head('b')}b{process="1"} 2\nb{process="2"} 3\nb{process="2",x="y"} 4\n\n${head('c')}c{process="2"} 5\n`,
  );
});
