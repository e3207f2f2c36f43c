import { RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { useEffect } from 'react';
import { queryClient, useCall } from '../../api/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { Button, Empty, Skeleton, Tag } from '../../ui/kit/index.ts';
import { navigate, useParameters } from '../../lib/routing/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { contentTexts } from './content-texts.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '../../i18n/index.ts';
import { messageText } from './message-text.ts';
import styles from './MessagePage.module.css';
import { SafeHtml } from '@fft/kit';

/** One message. Opening it marks it as read. */
export function MessagePage() {
  const t = useTexts(contentTexts);
  const id = useParameters().get('id') ?? '';
  const message = useCall(calls.content.detail, { id }, { quiet: true, staleTimeMs: 60_000, enabled: id !== '' });
  const isLoaded = message.isSuccess;
  const { error } = message;
  const isGone =
    id === '' || (error instanceof RefusedError && (error.code === Code.notFound || error.code === Code.badRequest));

  useEffect(() => {
    if (!isLoaded) return;
    void queryClient.invalidateQueries({ queryKey: [calls.content.list.path] });
    void queryClient.invalidateQueries({ queryKey: [calls.content.unread.path] });
  }, [isLoaded]);

  return (
    <Page title={t.detailTitle} back={{ fallback: '/pages/content/index' }}>
      {isGone ? (
        <Empty title={t.gone} action={<Button onClick={() => navigate('/pages/content/index')}>{t.toInbox}</Button>}>
          {t.goneText}
        </Empty>
      ) : (
        <CallView call={message} skeleton={<TextSkeleton />}>
          {({ title, kind, time, html }) => (
            <article className={styles.article}>
              <h2 className={styles.title}>{messageText(title)}</h2>
              <p className={styles.facts}>
                <Tag tone="accent">{t.kinds[kind]}</Tag>
                <time>{formatMinute(time)}</time>
              </p>
              <SafeHtml html={html} textOf={messageText} />
            </article>
          )}
        </CallView>
      )}
    </Page>
  );
}

/** Skeleton of a text. */
export function TextSkeleton() {
  const t = useTexts(kitTexts);
  return (
    <div className={styles.shapes} role="status" aria-label={t.loading}>
      <Skeleton width="70%" height={22} />
      <Skeleton width="40%" />
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} />
      ))}
    </div>
  );
}
