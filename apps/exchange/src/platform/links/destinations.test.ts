import { expect, test } from 'vitest';
import { destinationsIn, ownHostsOf } from './destinations.ts';

const own = ownHostsOf({ publicUrl: 'https://fft.example', ownHosts: ['help.fft.example'] });

test.each([
  ['<a href="https://evil.example/x">your balance</a>', ['evil.example']],
  ['<a href="https://fft.example@evil.example/">fft.example</a>', ['evil.example']],
  ['<a href="https://fft.example.evil.example">x</a>', ['fft.example.evil.example']],
  ['<a href=https://evil.example>x</a>', ['evil.example']],
  ['<a href="mailto:help@evil.example">us</a>', ['evil.example']],
  ['<a href="//evil.example">x</a>', ['evil.example']],
  ['<a href="https://2130706433/">x</a>', ['127.0.0.1']],
  ['Go to evil.example now', ['evil.example']],
  ['Go to EVIL.Example/path', ['evil.example']],
  ['evil．example', ['evil.example']],
  ['evil。example', ['evil.example']],
  ['ev\u200Bil.exam\u00ADple', ['evil.example']],
  ['evil&#46;example', ['evil.example']],
  ['write to help@evil.example', ['evil.example']],
  ['на сайт пример.рф', ['пример.рф']],
  ['10.1.2.3', ['10.1.2.3']],
  ['send to TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7']],
  ['0xb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb', ['0xb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb']],
])('%s leads elsewhere', (text, found) => {
  expect(destinationsIn([text], own)).toEqual(found);
});

test.each([
  '<a href="/pages/assets/withdraw">withdraw</a>, see fft.example and help.fft.example',
  '<a href="https://fft.example/help">help</a>',
  '<a href="https://help.fft.example/">help</a>',
  'Trading pauses at 10:30. Fees: 0.1 %. Version 2.5 of the app.',
  '10月1日系统升级。升级期间暂停充提，BTC/USDT 照常交易。',
  '<p>Thank you.</p><p>The team</p>',
])('%s leads nowhere else', (text) => {
  expect(destinationsIn([text], own)).toEqual([]);
});
