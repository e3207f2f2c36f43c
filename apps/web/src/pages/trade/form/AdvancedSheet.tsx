import { formatRate } from '../../../format/index.ts';
import { Button, classes, Icon, Segmented, Sheet, Switch } from '../../../kit/index.ts';
import { useTexts } from '../../../texts/index.ts';
import { tradeTexts } from '../../../texts/trade.ts';
import { withPostOnly, withTimeInForce, withType, type OrderForm, type OrderType } from './order-form.ts';
import styles from './AdvancedSheet.module.css';

export interface AdvancedSheetProps {
  readonly open: boolean;
  readonly form: OrderForm;
  readonly makerFee: string;
  readonly onChange: (next: (form: OrderForm) => OrderForm) => void;
  readonly onClose: () => void;
}

const timesInForce = ['GTC', 'IOC', 'FOK'] as const;

/** What an order can be told beyond price and quantity, with what each choice means. */
export function AdvancedSheet({ open, form, makerFee, onChange, onClose }: AdvancedSheetProps) {
  const t = useTexts(tradeTexts);
  const isLimit = form.type === 'limit';
  return (
    <Sheet open={open} onClose={onClose} title={t.advanced} footer={<Button onClick={onClose}>{t.done}</Button>}>
      <div className={styles.head}>
        <h3 className={styles.label}>{t.type}</h3>
        <Button
          variant="link"
          size="small"
          onClick={() => onChange((now) => withPostOnly(withTimeInForce(withType(now, 'limit'), 'GTC'), false))}
        >
          {t.reset}
        </Button>
      </div>
      <div className={styles.types} role="group" aria-label={t.type}>
        <TypeCard
          type="limit"
          title={t.limitShort}
          text={t.limitText}
          chosen={isLimit}
          onChoose={(type) => onChange((now) => withType(now, type))}
        />
        <TypeCard
          type="market"
          title={t.marketShort}
          text={t.marketText}
          chosen={!isLimit}
          onChoose={(type) => onChange((now) => withType(now, type))}
        />
      </div>
      {isLimit && (
        <>
          <h3 className={styles.label}>{t.timeInForce}</h3>
          <Segmented
            label={t.timeInForce}
            options={timesInForce.map((value) => ({ value, label: value }))}
            value={form.timeInForce}
            onChange={(value) => onChange((now) => withTimeInForce(now, value))}
            {...(styles.dark !== undefined && { className: styles.dark })}
          />
          <p className={styles.hint}>{t.timeInForceText[form.timeInForce]}</p>
          <div className={styles.row}>
            <div>
              <p className={styles.name}>{t.postOnlyLong}</p>
              <p className={styles.hint}>{t.postOnlyText(formatRate(makerFee))}</p>
            </div>
            <Switch
              checked={form.postOnly}
              onChange={(on) => onChange((now) => withPostOnly(now, on))}
              label={t.postOnlyLong}
            />
          </div>
        </>
      )}
    </Sheet>
  );
}

interface TypeCardProps {
  readonly type: OrderType;
  readonly title: string;
  readonly text: string;
  readonly chosen: boolean;
  readonly onChoose: (type: OrderType) => void;
}

function TypeCard({ type, title, text, chosen, onChoose }: TypeCardProps) {
  return (
    <button
      type="button"
      className={classes(styles.card, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={() => onChoose(type)}
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
