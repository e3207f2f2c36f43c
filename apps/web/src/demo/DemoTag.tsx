import { Tag } from '../kit/index.ts';
import { chartTexts } from '../texts/chart.ts';
import { useTexts } from '../texts/index.ts';
import { useDemo } from './use-demo.ts';

/** Stands beside prices where they are made up; nothing in production. */
export function DemoTag() {
  const t = useTexts(chartTexts);
  if (!useDemo()) return null;
  return (
    <Tag tone="warn" title={t.demoText}>
      {t.demo}
    </Tag>
  );
}
