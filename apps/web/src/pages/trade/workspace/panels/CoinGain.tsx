import { Gain, shortPrice, useProfitSummary } from '../../../../features/profit/index.ts';
import { profitTexts } from '../../../../i18n/profit.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { formatChange } from '../../../../lib/format/index.ts';

/** What a coin cost on average and what it gained, in rows of its list; nothing while that isn't known. Counted in USDT, at average cost. */
export function CoinGain({ coin }: { readonly coin: string }) {
  const t = useTexts(profitTexts);
  const { data } = useProfitSummary('average');
  const found = data?.figures?.coins.find((one) => one.coin === coin);
  if (!found) return null;
  const { average, cost, realised, unrealised } = found;
  const change = unrealised !== null && Number(cost) > 0 ? (Number(unrealised) / Number(cost)).toFixed(6) : null;
  return (
    <>
      {average !== null && (
        <div>
          <dt>{t.averageCost}</dt>
          <dd data-testid={`average-${coin}`}>{shortPrice(average)}</dd>
        </div>
      )}
      <div>
        <dt>{t.unrealised}</dt>
        <dd>
          <Gain amount={unrealised} isHidden={false} testId={`unrealised-${coin}`} />
          {change !== null && ` (${formatChange(change)})`}
        </dd>
      </div>
      <div>
        <dt>{t.realised}</dt>
        <dd>
          <Gain amount={realised} isHidden={false} testId={`realised-${coin}`} />
        </dd>
      </div>
    </>
  );
}
