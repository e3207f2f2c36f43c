import type { Market } from '@fft/contract';
import { useState } from 'react';
import { useTicker } from '../../../live/tickers.ts';
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
  /** Changes the form; what was wrong is forgotten. */
  readonly change: (next: (form: OrderForm, world: FormWorld) => OrderForm) => void;
  readonly settle: () => void;
}

/** The order form of one market. It starts on the given side, at the last price once that is known. */
export function useOrderForm(market: Market, side: OrderForm['side']): OrderFormState {
  const last = useTicker(market.symbol)?.ticker.last ?? null;
  const [form, setForm] = useState<OrderForm>({ ...blankForm, side });
  const world = useFormWorld(market, form.type === 'market');
  const [primed, setPrimed] = useState(false);
  const [problem, setProblem] = useState<FieldProblem | null>(null);

  if (!primed && last !== null) {
    setPrimed(true);
    if (form.price === '') setForm(withPrice(form, last, world));
  }

  return {
    form,
    world,
    problem,
    setProblem,
    change(next) {
      setPrimed(true);
      setProblem(null);
      setForm((now) => next(now, world));
    },
    settle: () => setForm((now) => settled(now, world)),
  };
}
