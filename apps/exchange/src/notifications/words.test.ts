import { expect, test } from 'vitest';
import { mailText, pushText } from './words.ts';

const words = (name: string) => ({
  title: { zh: `标题${name}`, en: `Title ${name}` },
  paragraphs: { zh: [`正文${name}`, '第二段'], en: [`Text ${name}`, 'Second'] },
});
const options = { kind: 'alerts', lang: 'en', hideDetails: false } as const;

test('one notification is pushed and mailed in its own words', () => {
  expect(pushText([words('1')], options)).toEqual({ title: 'Title 1', body: 'Text 1\nSecond' });
  expect(mailText([words('1')], { kind: 'alerts', lang: 'zh' })).toEqual({
    title: '标题1',
    paragraphs: ['正文1', '第二段'],
  });
});

test('several become one, which counts them and names the latest', () => {
  const six = ['1', '2', '3', '4', '5', '6'].map(words);
  const body = 'Title 3\nTitle 4\nTitle 5\nTitle 6';
  expect(pushText(six, options)).toEqual({ title: '6 price alerts', body });
  expect(pushText(six, { ...options, lang: 'zh' }).title).toBe('6 条价格提醒');
  const { title, paragraphs } = mailText(six.slice(0, 2), options);
  expect(title).toBe('2 price alerts');
  expect(paragraphs).toEqual(['Title 1', 'Text 1', 'Second', 'Title 2', 'Text 2', 'Second']);
});

test('hidden details leave the kind alone', () => {
  const hidden = { title: 'Price alert', body: 'Open the app for details.' };
  expect(pushText([words('1')], { ...options, hideDetails: true })).toEqual(hidden);
});

test('every push is short', () => {
  const long = { title: { zh: '', en: 't' }, paragraphs: { zh: [], en: ['😀'.repeat(5_000)] } };
  expect(Array.from(pushText([long], options).body)).toHaveLength(240);
});
