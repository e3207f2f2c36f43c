import type { Market } from '@fft/contract';
import { useState } from 'react';
import { useTicker } from '../../../features/live/tickers.ts';
import { usePersistedState } from '../../../features/session/index.ts';
import type { OrderField } from './check-order.ts';
import { blankForm, settled, withPrice, type FormWorld, type OrderForm } from './order-form.ts';
import { useFormWorld } from './use-form-world.ts';

export interface FieldProblem {
  readonly field: OrderField;
  readonly text: string;
}

export interface OrderFormState {
  readonly form: OrderForm;
  readonly world: FormWorld;
  readonly problem: FieldProblem | null;
  readonly setProblem: (problem: FieldProblem | null) => void;
  /** Changes the form and clears the problem. */
  readonly change: (next: (form: OrderForm, world: FormWorld) => OrderForm) => void;
  readonly settle: () => void;
}

interface Typed {
  readonly form: OrderForm;
  /** True if the customer set the price; false if the form filled it in. */
  readonly isPriced: boolean;
}

/** Restores the form after a reload. A price that the customer didn't set is out of date and is cleared. */
function begin(side: OrderForm['side'], kept: Typed | null): Typed {
  if (kept === null) return { form: { ...blankForm, side }, isPriced: false };
  const { form, isPriced } = kept;
  return { form: { ...blankForm, ...form, ...(!isPriced && { price: '' }) }, isPriced };
}

/** The order form of one market, kept over a reload. It starts with the given side and, once known, the last price. */
export function useOrderForm(market: Market, side: OrderForm['side']): OrderFormState {
  const last = useTicker(market.symbol)?.ticker.last ?? null;
  const [{ form, isPriced }, setTyped] = usePersistedState<Typed>(`order:${market.symbol}:${side}`, (kept) =>
    begin(side, kept),
  );
  const world = useFormWorld(market, form.type === 'market');
  const [primed, setPrimed] = useState(false);
  const [problem, setProblem] = useState<FieldProblem | null>(null);

  if (!primed && last !== null) {
    setPrimed(true);
    if (form.price === '') setTyped({ form: withPrice(form, last, world), isPriced });
  }

  return {
    form,
    world,
    problem,
    setProblem,
    change(next) {
      setPrimed(true);
      setProblem(null);
      setTyped((now) => {
        const form = next(now.form, world);
        return { form, isPriced: now.isPriced || form.price !== now.form.price };
      });
    },
    settle: () => setTyped((now) => ({ ...now, form: settled(now.form, world) })),
  };
}
