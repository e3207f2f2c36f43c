import { calls, Code, type Market, type PriceAlert } from '@fft/contract';
import { callApi, queryClient, useCall } from '../../api/index.ts';
import { formatTimestamp, formatPrice } from '../../lib/format/index.ts';
import { useCallForm } from '../forms/index.ts';
import { Button, Delayed, Empty, ErrorState, Field, IconButton, Sheet, Skeleton, toast } from '../../ui/kit/index.ts';
import { useTicker } from '../live/index.ts';
import { readTyped } from '../../lib/format/typed-number.ts';
import { alertTexts } from '../../i18n/alerts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './AlertSheet.module.css';
import { alertsKey } from './alerts-key.ts';
import { canPickPrice, pickPrice } from './pick-price.ts';

export interface AlertSheetProps {
  readonly open: boolean;
  readonly market: Market;
  readonly onClose: () => void;
}

const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: alertsKey });

/** A market's price alerts: a new one, those that wait, and those that have fired. */
export function AlertSheet({ open, market, onClose }: AlertSheetProps) {
  const t = useTexts(alertTexts);
  const last = useTicker(market.symbol)?.ticker.last ?? null;
  const form = useCallForm({
    call: calls.watchlist.createAlert,
    initial: { price: '' },
    // Text that can't be parsed is sent as typed, and refused.
    input: ({ price }) => ({
      symbol: market.symbol,
      price: readTyped(price, market.pricePlaces, market.quote) || price,
    }),
    codeFields: { [Code.offStep]: 'price' },
    onDone: () => {
      form.set('price', '');
      toast(t.created);
      readAgain();
    },
  });

  function pick(): void {
    onClose();
    pickPrice(market.symbol);
    toast(t.picking);
  }

  return (
    <Sheet open={open} onClose={onClose} title={t.title(market.symbol)}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <Field
          {...form.field('price')}
          label={t.price(market.quote)}
          hint={t.hint(formatPrice(last))}
          inputMode="decimal"
          autoComplete="off"
        />
        <span className={styles.buttons}>
          {canPickPrice(market.symbol) && (
            <Button variant="secondary" onClick={pick}>
              {t.pick}
            </Button>
          )}
          <Button type="submit" wide busy={form.busy}>
            {t.create}
          </Button>
        </span>
      </form>
      <AlertList symbol={market.symbol} />
    </Sheet>
  );
}

function AlertList({ symbol }: { readonly symbol: string }) {
  const t = useTexts(alertTexts);
  const { data, error, isFetching, refetch } = useCall(calls.watchlist.alerts, {}, { quiet: true });
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <Delayed>
        <Skeleton height={48} />
      </Delayed>
    );
  }
  const own = data.filter((alert) => alert.symbol === symbol);
  if (own.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>;
  return (
    <ul>
      {own.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function AlertRow({ alert }: { readonly alert: PriceAlert }) {
  const t = useTexts(alertTexts);
  const price = formatPrice(alert.price);

  function remove(): void {
    // The client rules have shown the error; the list shows the remaining alerts.
    callApi(calls.watchlist.deleteAlert, { id: alert.id }).then(readAgain, readAgain);
  }

  return (
    <li className={styles.row} data-testid="price-alert">
      <span className={styles.words}>
        <span>
          {t[alert.direction]} <strong>{price}</strong>
        </span>
        <span className={styles.state}>{alert.fired ? t.fired(formatTimestamp(alert.fired.time)) : t.waiting}</span>
      </span>
      <IconButton icon="trash" size={20} label={t.remove(alert.symbol, price)} onClick={remove} />
    </li>
  );
}
