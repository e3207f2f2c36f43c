import { useLang, useTexts } from '@fft/kit';
import { listFromQuery } from '../../api/index.ts';
import { DataTable } from '../../ui/index.ts';
import { marketTexts } from '../../i18n/markets.ts';
import type { Listing } from './listing.ts';

/** All listed assets. */
export function Assets({ query }: { readonly query: Listing }) {
  const t = useTexts(marketTexts);
  const lang = useLang();
  const names = lang === 'zh' ? (['zh', 'en'] as const) : (['en', 'zh'] as const);
  return (
    <DataTable
      label={t.tabs.assets}
      list={listFromQuery(query, ({ assets }) => assets)}
      keyOf={({ code }) => code}
      empty={t.noAssets}
      columns={[
        { key: 'code', label: t.code, render: ({ code }) => <strong>{code}</strong> },
        ...names.map((name) => ({
          key: name,
          label: name === 'zh' ? t.zhName : t.enName,
          render: (asset: { readonly zh: string; readonly en: string }) => asset[name],
        })),
        { key: 'kind', label: t.kind, render: ({ fiat }) => t.kinds[fiat ? 'fiat' : 'coin'] },
        { key: 'decimals', label: t.decimals, render: ({ decimals }) => decimals, end: true },
      ]}
    />
  );
}
