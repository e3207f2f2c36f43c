import { describe, expect, it } from 'vitest';
import { localValue } from './local-value.ts';

const rates = { CNY: '7.24', USD: '1' };

describe('what something is worth in a currency', () => {
  it('is known to the last digit', () => {
    expect(localValue('97412.5', rates, 'CNY')).toBe('705266.500');
    expect(localValue('97412.509', rates, 'USD')).toBe('97412.509');
  });

  it('is unknown without a rate or a price', () => {
    expect(localValue('1', undefined, 'CNY')).toBeNull();
    expect(localValue('1', { EUR: '0.9' }, 'CNY')).toBeNull();
    expect(localValue(null, rates, 'CNY')).toBeNull();
  });
});
