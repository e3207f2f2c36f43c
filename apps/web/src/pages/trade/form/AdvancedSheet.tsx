import type { Market } from '@fft/contract';
import { useState } from 'react';
import { formatMinute, formatRate } from '../../../lib/format/index.ts';
import { Link } from '../../../lib/routing/index.ts';
import { Button, classes, Icon, OnceOpened, Segmented, Sheet, SwitchRow } from '../../../ui/kit/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { orderSheetTexts } from '../order-sheets-texts.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { checkVisible } from './check-order.ts';
import { faultText } from './fault-text.ts';
import { NumberBox } from '../../../features/orders/NumberBox.tsx';
import {
  daysOffered,
  kindOf,
  withDays,
  withKind,
  withPostOnly,
  withTimeInForce,
  withVisible,
  type FormWorld,
  type OrderForm,
  type OrderKind,
} from './order-form.ts';
import { type Plan, PlanSheet } from '../plans/PlanSheet.tsx';
import { useHasWorkspace } from '../use-has-workspace.ts';
import type { FieldProblem } from './use-order-form.ts';
import styles from './AdvancedSheet.module.css';

export interface AdvancedSheetProps {
  readonly open: boolean;
  readonly form: OrderForm;
  readonly market: Market;
  readonly world: FormWorld;
  readonly problem: FieldProblem | null;
  readonly onProblem: (problem: FieldProblem) => void;
  readonly onChange: (next: (form: OrderForm) => OrderForm) => void;
  readonly onClose: () => void;
}

const kinds: readonly OrderKind[] = ['limit', 'market', 'stopLimit', 'stopMarket', 'pair'];
const plans: readonly Plan[] = ['bracket', 'trailing', 'scaled', 'twap', 'recurring'];
const dayMs = 86_400_000;

/** Options of an order beyond price and quantity, each explained. */
export function AdvancedSheet(props: AdvancedSheetProps) {
  const t = useTexts(tradeTexts);
  const explained = useTexts(orderSheetTexts);
  const { open, form, market, world, onChange, onProblem, onClose } = props;
  const kind = kindOf(form);
  const isWide = useHasWorkspace();
  const [plan, setPlan] = useState<Plan | null>(null);

  /** An iceberg order needs its visible quantity. */
  function finish(): void {
    const problem = checkVisible(form, market, world);
    if (problem === null) onClose();
    else onProblem({ field: problem.field, text: faultText(problem, t.faults) });
  }

  /** Closed without a visible quantity, the order is no iceberg. */
  function leave(): void {
    if (form.visibleQuantity === '') onChange((now) => withVisible(now, null));
    onClose();
  }

  const sheet = (
    <Sheet open={open} onClose={leave} title={t.advanced} footer={<Button onClick={finish}>{explained.done}</Button>}>
      <div className={styles.head}>
        <h3 className={styles.label}>{t.type}</h3>
        <Button
          variant="link"
          size="small"
          onClick={() =>
            onChange((now) => withPostOnly(withTimeInForce(withVisible(withKind(now, 'limit'), null), 'GTC'), false))
          }
        >
          {explained.reset}
        </Button>
      </div>
      <div className={styles.types} role="group" aria-label={t.type}>
        {kinds.map((each) => (
          <KindCard
            key={each}
            title={t.kindsShort[each]}
            text={explained.kindTexts[each]}
            chosen={each === kind}
            onChoose={() => onChange((now) => withKind(now, each))}
          />
        ))}
      </div>
      {kind !== 'market' && kind !== 'pair' && <HowLong {...props} />}
      {kind === 'limit' && <RestingOptions {...props} />}
      <Plans
        market={market}
        side={form.side}
        {...(isWide && {
          onOpen: (chosen: Plan) => {
            leave();
            setPlan(chosen);
          },
        })}
      />
    </Sheet>
  );
  return (
    <>
      {sheet}
      <OnceOpened open={plan !== null}>
        <PlanSheet market={market} side={form.side} plan={plan} onClose={() => setPlan(null)} />
      </OnceOpened>
    </>
  );
}

/** Time in force. A stop order has a validity alone; FOK and IOC belong to plain limit orders. */
function HowLong({ form, onChange }: AdvancedSheetProps) {
  const t = useTexts(tradeTexts);
  const explained = useTexts(orderSheetTexts);
  // Near enough to show the expiry to the minute; the order's own expiry is counted when it is sent.
  const [now] = useState(() => Date.now());
  const offered = form.isStop ? (['GTC', 'days'] as const) : (['GTC', 'IOC', 'FOK', 'days'] as const);
  const chosen = form.days === null ? form.timeInForce : 'days';
  return (
    <>
      <h3 className={styles.label}>{t.timeInForce}</h3>
      <Segmented
        label={t.timeInForce}
        options={offered.map((value) => ({ value, label: value === 'days' ? explained.untilDate : value }))}
        value={chosen}
        onChange={(value) =>
          onChange((now) =>
            value === 'days' ? withDays(now, now.days ?? 7) : withTimeInForce(withDays(now, null), value),
          )
        }
        {...(styles.dark !== undefined && { className: styles.dark })}
      />
      {form.days === null ? (
        <p className={styles.hint}>{explained.timeInForceText[form.timeInForce]}</p>
      ) : (
        <>
          <Segmented
            label={explained.untilDate}
            options={daysOffered.map((days) => ({ value: String(days), label: explained.days(days) }))}
            value={String(form.days)}
            onChange={(value) =>
              onChange((now) => withDays(now, daysOffered.find((days) => String(days) === value) ?? 7))
            }
            className={classes(styles.dark, styles.days)}
          />
          <p className={styles.hint}>{explained.untilText(formatMinute(now + form.days * dayMs))}</p>
        </>
      )}
    </>
  );
}

/** Options of a limit order that rests in the book: post-only and iceberg. */
function RestingOptions({ form, market, problem, onChange }: AdvancedSheetProps) {
  const t = useTexts(tradeTexts);
  const explained = useTexts(orderSheetTexts);
  return (
    <>
      <div className={styles.switches}>
        <SwitchRow
          label={explained.postOnlyLong}
          hint={explained.postOnlyText(formatRate(market.makerFee))}
          checked={form.postOnly}
          onChange={(on) => onChange((now) => withPostOnly(now, on))}
        />
        <SwitchRow
          label={t.iceberg}
          hint={explained.icebergText(market.maxIcebergParts)}
          checked={form.visibleQuantity !== null}
          onChange={(on) => onChange((now) => withVisible(now, on ? '' : null))}
        />
      </div>
      {form.visibleQuantity !== null && (
        <NumberBox
          label={explained.visible(market.base)}
          value={form.visibleQuantity}
          places={market.quantityPlaces}
          onChange={(visible) => onChange((now) => withVisible(now, visible))}
          error={problem?.field === 'visibleQuantity' ? problem.text : undefined}
        />
      )}
    </>
  );
}

interface PlansProps {
  readonly market: Market;
  readonly side: OrderForm['side'];
  /** Opens a plan over the workspace; without it, each has a page. */
  readonly onOpen?: (plan: Plan) => void;
}

/** Orders that follow the market or place others. */
function Plans({ market, side, onOpen }: PlansProps) {
  const explained = useTexts(orderSheetTexts);
  const words = (plan: Plan) => (
    <>
      <span className={styles.title}>{explained.plans[plan]}</span>
      <span className={styles.text}>{explained.planTexts[plan]}</span>
    </>
  );
  const query = { symbol: market.symbol, side, coin: market.quote, to: market.base };
  return (
    <>
      <h3 className={styles.label}>{explained.automatic}</h3>
      <div className={styles.types}>
        {plans.map((plan) =>
          onOpen === undefined ? (
            <Link
              key={plan}
              to={`/pages/trade/${plan}?${new URLSearchParams(query).toString()}`}
              className={classes(styles.card)}
            >
              {words(plan)}
            </Link>
          ) : (
            <button
              key={plan}
              type="button"
              className={classes(styles.card)}
              aria-haspopup="dialog"
              onClick={() => onOpen(plan)}
            >
              {words(plan)}
            </button>
          ),
        )}
      </div>
    </>
  );
}

interface KindCardProps {
  readonly title: string;
  readonly text: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function KindCard({ title, text, chosen, onChoose }: KindCardProps) {
  return (
    <button
      type="button"
      className={classes(styles.card, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <span className={styles.title}>{title}</span>
      <span className={styles.text}>{text}</span>
      {chosen && (
        <span className={styles.mark}>
          <Icon name="check" size={12} />
        </span>
      )}
    </button>
  );
}
