import { textsNow } from '@fft/kit';
import { Component, type ReactNode } from 'react';
import { Button, Empty } from '../ui/index.ts';
import { shellTexts } from '../i18n/shell.ts';

/** Contains an error in one page: the menu and the other pages stay usable. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const t = textsNow(shellTexts);
    return (
      <Empty icon="warning">
        {t.broken} <Button onClick={() => window.location.reload()}>{t.reload}</Button>
      </Empty>
    );
  }
}
