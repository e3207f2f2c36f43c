import { describe, expect, it } from 'vitest';
import { add, compare, cut, isDecimal, multiply, perMille, signOf, subtract, trimZeros } from './exact.ts';

describe('exact decimals', () => {
  it('multiplies and adds without losing a digit', () => {
    expect(multiply('97412.5', '0.03202')).toBe('3119.148250');
    expect(add('0.1', '0.20')).toBe('0.30');
    expect(subtract('1', '1.00000001')).toBe('-0.00000001');
    expect(multiply('9007199254740993', '3.7')).toBe('33326637242541674.1');
  });

  it('rounds towards zero, never up', () => {
    expect(cut('1.999', 2)).toBe('1.99');
    expect(cut('-1.999', 2)).toBe('-1.99');
    expect(cut('5', 3)).toBe('5.000');
    expect(cut('-0.001', 2)).toBe('0.00');
  });

  it('compares by value, not by text', () => {
    expect(compare('10', '9.5')).toBe(1);
    expect(compare('1.50', '1.5')).toBe(0);
    expect(compare('-2', '1')).toBe(-1);
    expect(signOf('-0.00')).toBe(0);
  });

  it('removes trailing zeros down to the minimum number of places', () => {
    expect(trimZeros('3119.148250')).toBe('3119.14825');
    expect(trimZeros('12.000000', 2)).toBe('12.00');
    expect(trimZeros('12', 2)).toBe('12.00');
    expect(trimZeros('100')).toBe('100');
  });

  it('recognises a plain decimal', () => {
    expect(isDecimal('1.5')).toBe(true);
    for (const text of ['', '.5', '1.', '1e3', 'NaN', '--1', ' 1']) expect(isDecimal(text)).toBe(false);
    expect(() => add('x', '1')).toThrow(TypeError);
  });

  it('computes shares in parts per thousand', () => {
    expect(perMille('1', '3')).toBe(333);
    expect(perMille('5', '0')).toBe(0);
  });
});
