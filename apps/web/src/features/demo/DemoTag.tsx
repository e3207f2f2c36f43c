import { Tag } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { useDemo } from './use-demo.ts';
import { defineTexts } from '../../i18n/texts.ts';

const demoTexts = defineTexts({
  zh: { tag: '演示行情', short: '演示', explanation: '演示行情由模拟做市商产生，并非真实市场价格' },
  en: {
    tag: 'Demo data',
    short: 'Demo',
    explanation: 'Demo prices come from a simulated market maker. They are not real market prices',
  },
});

/** Marks simulated prices in the demo; renders nothing in production. */
export function DemoTag({ short = false }: { readonly short?: boolean }) {
  const t = useTexts(demoTexts);
  if (!useDemo()) return null;
  return (
    <Tag tone="warn" title={t.explanation}>
      {short ? t.short : t.tag}
    </Tag>
  );
}
