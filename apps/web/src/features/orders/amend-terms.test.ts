import type { Market, Order } from '@fft/contract';
import { describe, expect, it } from 'vitest';
import { amendTexts } from '../../i18n/amend.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import { amendFaults } from './amend-faults.ts';
import { type AmendableOrder, frozenBy, isAmendable, keepsPlace, nearestPrice, reaches } from './amend-terms.ts';

const order = (over: Partial<Order> = {}): AmendableOrder =>
  ({
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    state: 'processing',
    price: '97000.0',
    quantity: '0.10000',
    filled: '0.00000',
    ...over,
  }) as AmendableOrder;

const market = {
  tickSize: '0.5',
  pricePlaces: 1,
  lotSize: '0.00001',
  quantityPlaces: 5,
  minQuantity: '0.00010',
  maxQuantity: '100.00000',
  makerFee: '0',
  takerFee: '0',
  priceBand: '0',
  collar: '0',
  baseDecimals: 8,
  quoteDecimals: 6,
} as Market;

it('amends open limit orders and stop-limits, neither stops at market price nor pairs nor what has ended', () => {
  expect(isAmendable(order())).toBe(true);
  expect(isAmendable(order({ waiting: true, stopPrice: '98000.0' }))).toBe(true);
  expect(isAmendable(order({ type: 'market', price: null, waiting: true }))).toBe(false);
  expect(isAmendable(order({ otherLeg: 'limit-1' }))).toBe(false);
  expect(isAmendable(order({ waiting: true, stopPrice: '98000.0', trailBps: 100 }))).toBe(false);
  expect(isAmendable(order({ waiting: true, stopPrice: '98000.0', trail: '50.0' }))).toBe(false);
  expect(isAmendable(order({ waiting: false, stopPrice: '98000.0', trailBps: 100 }))).toBe(true);
  expect(isAmendable(order({ stopLossPrice: '90000.0' }))).toBe(true);
  expect(isAmendable(order({ state: 'filled' }))).toBe(false);
});

describe('the money on hold', () => {
  it('is price × open quantity of a buy in quote, and the open quantity of a sell in base', () => {
    const terms = { price: '97500.5', quantity: '0.20000' };
    expect(frozenBy(order({ filled: '0.05000' }), terms)).toEqual({ amount: '14625.075', coin: 'USDT' });
    expect(frozenBy(order({ side: 'sell', filled: '0.05000' }), terms)).toEqual({ amount: '0.15000', coin: 'BTC' });
  });

  it('is nothing for a quantity that is filled already', () => {
    expect(frozenBy(order({ filled: '0.05000' }), { price: '1.0', quantity: '0.05000' }).amount).toBe('0');
  });
});

it('knows whether an order would trade with the best price of the other side; stops wait', () => {
  expect(reaches(order(), '97010.0', '97010.0')).toBe(true);
  expect(reaches(order(), '97009.5', '97010.0')).toBe(false);
  expect(reaches(order({ side: 'sell' }), '97009.5', '97010.0')).toBe(true);
  expect(reaches(order({ waiting: true }), '97010.0', '97010.0')).toBe(false);
  expect(reaches(order(), '97010.0', undefined)).toBe(false);
});

it('keeps an order’s place only with the same price and no larger quantity', () => {
  expect(keepsPlace(order(), { price: '97000', quantity: '0.05' })).toBe(true);
  expect(keepsPlace(order(), { price: '97000', quantity: '0.2' })).toBe(false);
  expect(keepsPlace(order(), { price: '97000.5', quantity: '0.05' })).toBe(false);
});

it('snaps to the market’s tick, and never below one', () => {
  expect(nearestPrice(97_000.24, market)).toBe('97000.0');
  expect(nearestPrice(97_000.26, market)).toBe('97000.5');
  expect(nearestPrice(-3, market)).toBe('0.5');
});

describe.each(['zh', 'en'] as const)('faults in %s', (lang) => {
  const words = { faults: tradeTexts[lang].faults, amend: amendTexts[lang] };
  const { faults } = words;
  const faultsOf = (price: string, quantity: string, over: Partial<Order> = {}) =>
    amendFaults(order(over), { price, quantity }, market, words);

  it.each([
    ['97000.5', '0.2', {}],
    ['', '', { price: faults.blank, quantity: faults.blank }],
    ['0', '0.2', { price: faults.tooLow('0.5') }],
    ['97000.3', '0.2', { price: faults.offStep('0.5') }],
    ['97,000', '1e3', { price: faults.malformed, quantity: faults.malformed }],
    ['97000.5', '0.00009', { quantity: faults.belowMin('0.00010') }],
    ['97000.5', '100.00001', { quantity: faults.aboveMax('100.00000') }],
    ['99999999999999999999', '0.2', { price: faults.aboveMax('') }],
  ])('%s × %s', (price, quantity, expected) => {
    expect(faultsOf(price, quantity)).toEqual(expected);
  });

  it('refuses a quantity that is filled already', () => {
    expect(faultsOf('97000.5', '0.05', { filled: '0.05000' })).toEqual({
      quantity: words.amend.aboveFilled('0.05000'),
    });
  });
});
