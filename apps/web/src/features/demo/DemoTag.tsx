import { Tag } from '../../ui/kit/index.ts';
import { demoTexts } from './demo-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { useDemo } from './use-demo.ts';

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
