import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { keepFastTaps } from './fast-taps.ts';

function tapped() {
  const counters = { _resetClickTimeout: vi.fn<() => void>(), _resetTapTimeout: vi.fn<() => void>() };
  let press: (event: Partial<PointerEvent>) => void = () => undefined;
  const root = { addEventListener: (_type: string, listener: typeof press) => void (press = listener) };
  keepFastTaps({ _chartEvent: { _event: counters } }, root as unknown as HTMLElement);
  const tap = (clientX: number, pointerType = 'touch') => press({ clientX, clientY: 50, pointerType });
  return { tap, resets: () => counters._resetTapTimeout.mock.calls.length };
}

test('a tap far from the one before counts as a new one, one near it as the second of a double tap', () => {
  const { tap, resets } = tapped();
  tap(10);
  tap(20);
  expect(resets()).toBe(0);
  tap(80);
  expect(resets()).toBe(1);
  tap(80, 'mouse');
  expect(resets()).toBe(1);
  tap(90, 'mouse');
  expect(resets()).toBe(2);
});

test('a library without these counters is left alone', () => {
  const listen = vi.fn<() => void>();
  keepFastTaps({}, { addEventListener: listen } as unknown as HTMLElement);
  expect(listen).not.toHaveBeenCalled();
});

test('the installed library has the private members that this file reads', () => {
  const source = readFileSync(new URL(import.meta.resolve('klinecharts')), 'utf8');
  const members = [
    'this._chartEvent = new Event(',
    'this._event = new EventHandlerImp(',
    'EventHandlerImp.prototype._resetClickTimeout = function',
    'EventHandlerImp.prototype._resetTapTimeout = function',
  ];
  const missing = members.filter((member) => !source.includes(member));
  expect(missing, 'the library has changed: look at keepFastTaps, and draw quickly by touch').toEqual([]);
});
