import type { Market } from '@fft/contract';
import { useState } from 'react';
import { IconButton, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { navigate, useLocation } from '../../lib/routing/index.ts';
import { loginPath, useSession } from '../session/index.ts';
import { alertBellTexts } from './alert-bell-texts.ts';
import { useTexts } from '../../i18n/index.ts';

const AlertSheet = lazySheet(() => import('./AlertSheet.tsx').then((sheet) => sheet.AlertSheet));

/** Opens a market's price alerts. Guests log in first and then return. */
export function AlertBell({ market }: { readonly market: Market }) {
  const t = useTexts(alertBellTexts);
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="bell"
        label={t.bell}
        aria-haspopup="dialog"
        onClick={() => (isLoggedIn ? setOpen(true) : navigate(loginPath(pathname + search)))}
      />
      <OnceOpened open={open}>
        <AlertSheet key={market.symbol} open={open} market={market} onClose={() => setOpen(false)} />
      </OnceOpened>
    </>
  );
}
