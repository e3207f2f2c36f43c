import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, multiply } from '../../../lib/exact.ts';
import { checkOrder } from './check-order.ts';
import { marketScale, readAmount, readLots, readTicks } from '../../../features/orders/market-scale.ts';
import {
  blankForm,
  blankLegs,
  kindOf,
  settled,
  stepped,
  withAmount,
  withDays,
  withKind,
  withLegs,
  withMarketBuyBy,
  withPercent,
  withPostOnly,
  withPrice,
  withQuantity,
  withSide,
  withStopLimitPrice,
  withStopPrice,
  withTimeInForce,
  withType,
  withVisible,
  type OrderForm,
} from './order-form.ts';
import { sampleMarket, sampleWorld } from './sample-market.ts';

const world = sampleWorld();
const priced = withPrice(blankForm, '97412.5', world);

describe('a limit order', () => {
  it('keeps the amount consistent with price and quantity, exactly', () => {
    const form = withQuantity(priced, '0.03202', world);
    expect(form.amount).toBe('3119.14825');
    expect(withPrice(form, '97412.6', world).amount).toBe('3119.151452');
  });

  it('buys no more than an amount pays for, and shows the exact cost on leaving the box', () => {
    const form = withAmount(priced, '1000', world);
    expect([form.quantity, form.amount]).toEqual(['0.01026', '1000']);
    expect(settled(form, world).amount).toBe('999.45225');
  });

  it('follows the amount when the price changes', () => {
    expect(withPrice(withAmount(priced, '1000', world), '50000', world).quantity).toBe('0.02000');
  });

  it('takes a percentage of the available balance', () => {
    expect(withPercent(priced, 25, world)).toMatchObject({ quantity: '0.03202', amount: '3119.14825' });
    expect(withPercent(withSide(priced, 'sell'), 50, world)).toMatchObject({
      quantity: '0.25000',
      amount: '24353.125',
    });
    expect(withPercent(priced, 100, sampleWorld({ usable: null }))).toMatchObject({ quantity: '', amount: '' });
  });

  it('leaves boxes blank if they cannot be computed', () => {
    expect(withQuantity(blankForm, '1', world).amount).toBe('');
    expect(withAmount(blankForm, '1', world).quantity).toBe('');
    expect(withQuantity(priced, '99999999999', world).amount).toBe('');
  });

  it('leaves the quantity blank if an amount would buy more than the exact range', () => {
    const coarse = { ...world, scale: marketScale({ ...sampleMarket, lotSize: '0.00002' }) };
    expect(withAmount(withPrice(blankForm, '0.1', coarse), '9007199254.740991', coarse).quantity).toBe(
      '90071992547.40990',
    );
    const wide = { ...world, scale: { ...coarse.scale, unitsPerTickLot: 1, lot: 20_000 } };
    expect(withAmount(withPrice(blankForm, '0.1', wide), '9007199254.740991', wide).quantity).toBe('');
  });

  it('cuts to the tick and the lot on leaving a box', () => {
    const coarse = { ...world, scale: marketScale({ ...sampleMarket, tickSize: '0.5', lotSize: '0.00002' }) };
    const form = settled(withQuantity(withPrice(blankForm, '10.7', coarse), '0.00005', coarse), coarse);
    expect([form.price, form.quantity]).toEqual(['10.5', '0.00004']);
  });
});

describe('a market order', () => {
  const market = withType(blankForm, 'market');

  it('spends an amount or buys a quantity', () => {
    expect(withPercent(market, 50, world)).toMatchObject({ amount: '6240.18', quantity: '' });
    expect(withPercent(withMarketBuyBy(market, 'quantity'), 10, world)).toMatchObject({
      amount: '',
      quantity: '0.01281',
    });
  });

  it('sells a percentage of the available balance', () => {
    expect(withPercent(withSide(market, 'sell'), 25, world)).toMatchObject({ quantity: '0.12500', amount: '' });
  });
});

describe('choices', () => {
  it('clears the quantity when the side changes', () => {
    expect(withSide(withQuantity(priced, '1', world), 'sell')).toMatchObject({
      price: '97412.5',
      quantity: '',
      amount: '',
    });
  });

  it('never combines post-only with a time in force that cannot rest', () => {
    expect(withPostOnly(withTimeInForce(priced, 'FOK'), true).timeInForce).toBe('GTC');
    expect(withTimeInForce(withPostOnly(priced, true), 'IOC').postOnly).toBe(false);
    expect(withType(withPostOnly(priced, true), 'market').postOnly).toBe(false);
  });

  it('steps by whole ticks and never below one', () => {
    expect(stepped('97412.5', 1, 1, 1)).toBe('97412.6');
    expect(stepped('10.7', 1, 5, 1)).toBe('11.0');
    expect(stepped('10.7', -1, 5, 1)).toBe('10.5');
    expect(stepped('', 1, 1, 5)).toBe('0.00001');
    expect(stepped('0.0', -1, 1, 1)).toBe('0.0');
    expect(stepped('0.2', -1, 1, 1)).toBe('0.1');
    expect(stepped('0.1', -1, 1, 1)).toBe('0.1');
  });
});

const usable = fc.record({ baseUnits: fc.nat({ max: 2 ** 50 }), quoteUnits: fc.nat({ max: 2 ** 50 }) });
const priceTicks = fc.integer({ min: 1, max: 10_000_000 });
const percent = fc.integer({ min: 1, max: 100 });
const decimal = fc
  .tuple(fc.nat({ max: 10_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([units, places]) => (units / 10 ** places).toFixed(places));

/** Asserts the invariants of every form: the boxes parse, and the amount is price × quantity. */
function expectWhole(form: OrderForm, scale = world.scale): void {
  if (form.price !== '') expect(readTicks(form.price, scale)).toBeTypeOf('number');
  if (form.quantity !== '') expect(readLots(form.quantity, scale)).toBeTypeOf('number');
  if (form.amount !== '') expect(readAmount(form.amount, scale)).toBeTypeOf('number');
  if (form.price !== '' && form.quantity !== '' && form.amount !== '') {
    expect(compare(multiply(form.price, form.quantity), form.amount)).toBe(0);
  }
}

describe('any input', () => {
  it('a percentage never costs or sells more than the available balance', () => {
    fc.assert(
      fc.property(
        usable,
        priceTicks,
        percent,
        fc.constantFrom('buy' as const, 'sell' as const),
        (has, ticks, part, side) => {
          const here = sampleWorld({ usable: has });
          const form = withPercent(withSide(withPrice(blankForm, (ticks / 10).toFixed(1), here), side), part, here);
          expectWhole(form);
          expect(['balanceLow', 'malformed', 'offStep']).not.toContain(checkOrder(form, sampleMarket, here)?.fault);
        },
      ),
    );
  });

  it('an amount never buys more than it pays for', () => {
    fc.assert(
      fc.property(priceTicks, decimal, (ticks, amount) => {
        const typed = withAmount(withPrice(blankForm, (ticks / 10).toFixed(1), world), amount, world);
        const left = settled(typed, world);
        expectWhole(left);
        if (left.amount !== '') expect(compare(left.amount, amount)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('leaving a box twice changes nothing further', () => {
    fc.assert(
      fc.property(decimal, decimal, (price, quantity) => {
        const once = settled(withQuantity(withPrice(blankForm, price, world), quantity, world), world);
        expect(settled(once, world)).toEqual(once);
      }),
    );
  });
});

describe('options beyond price and quantity', () => {
  const stop = withStopPrice(withKind(withQuantity(priced, '0.01', world), 'stopLimit'), '96000');

  it('a stop order has a trigger and no options of an order that rests', () => {
    const busy = withVisible(withDays(withPostOnly(priced, true), 7), '0.001');
    const form = withKind(busy, 'stopMarket');
    expect(kindOf(form)).toBe('stopMarket');
    expect(form).toMatchObject({ type: 'market', isStop: true, postOnly: false, days: null, visibleQuantity: null });
    expect(kindOf(withKind(form, 'limit'))).toBe('limit');
    expect(withKind(withMarketBuyBy(withType(priced, 'market'), 'quantity'), 'stopMarket').marketBuyBy).toBe('amount');
  });

  it('cuts the trigger of a stop order to a tick and refuses a blank one', () => {
    const typed = withQuantity(stop, '0.01', world);
    expect(settled(typed, world).stopPrice).toBe('96000.0');
    expect(checkOrder(settled(typed, world), sampleMarket, world)).toBeNull();
    expect(checkOrder(withStopPrice(typed, ''), sampleMarket, world)).toEqual({ field: 'stopPrice', fault: 'blank' });
    expect(checkOrder(withStopPrice(typed, '96000.07'), sampleMarket, world)).toMatchObject({
      field: 'stopPrice',
      fault: 'offStep',
    });
  });

  it('a pair is a limit order with its own stop, and excludes all other kinds and options', () => {
    const pair = withStopPrice(withKind(withPostOnly(withDays(priced, 7), true), 'pair'), '90000');
    expect(kindOf(pair)).toBe('pair');
    expect(pair).toMatchObject({ type: 'limit', isStop: false, postOnly: false, days: null });
    expect(settled(pair, world).stopPrice).toBe('90000.0');
    expect(withKind(pair, 'limit')).toMatchObject({ isPair: false, stopPrice: '', stopLimitPrice: '' });
  });

  it('a percentage of a buy pair covers the more expensive of its two orders', () => {
    const pair = withStopLimitPrice(withKind(priced, 'pair'), '124803.6', world);
    expect(withPercent(pair, 100, world).quantity).toBe('0.10000');
    expect(withPercent(withSide(pair, 'sell'), 100, world).quantity).toBe('0.50000');
  });

  it('a validity in days or an iceberg excludes IOC and FOK', () => {
    const hurried = withTimeInForce(priced, 'IOC');
    expect(withDays(hurried, 7)).toMatchObject({ timeInForce: 'GTC', days: 7 });
    expect(withVisible(hurried, '1')).toMatchObject({ timeInForce: 'GTC', visibleQuantity: '1' });
    expect(withTimeInForce(withVisible(withDays(priced, 1), '1'), 'FOK')).toMatchObject({
      days: null,
      visibleQuantity: null,
    });
  });

  it('legs go with limit and market orders, not with stops, pairs and icebergs', () => {
    const legs = { takeProfit: '99000', stopLoss: '95000', stopLossLimit: '' };
    const entry = withLegs(withVisible(priced, '1'), legs);
    expect(entry).toMatchObject({ legs, visibleQuantity: null });
    expect(withKind(entry, 'market').legs).toEqual(legs);
    expect(withKind(entry, 'stopLimit').legs).toBeNull();
    expect(withKind(entry, 'pair').legs).toBeNull();
    expect(withVisible(entry, '1').legs).toBeNull();
    expect(withVisible(entry, null).legs).toEqual(legs);
    expect(withSide(entry, 'sell').legs).toEqual(blankLegs);
  });

  it('an iceberg needs a visible quantity in whole lots', () => {
    const iceberg = withVisible(withQuantity(priced, '0.05', world), '');
    const fault = (form: OrderForm) => checkOrder(form, sampleMarket, world);
    expect(fault(iceberg)).toEqual({ field: 'visibleQuantity', fault: 'blank' });
    expect(fault(withVisible(iceberg, '0.000001'))).toMatchObject({ field: 'visibleQuantity', fault: 'offStep' });
    expect(fault(withVisible(iceberg, '0.01'))).toBeNull();
    expect(settled(withVisible(iceberg, '0.01'), world).visibleQuantity).toBe('0.01000');
  });
});
