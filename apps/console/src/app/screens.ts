import type { Right } from '@fft/console-contract';
import type { IconName } from '@fft/kit';
import { lazy, type ComponentType } from 'react';
import type { shellTexts } from '../i18n/shell.ts';

export type ScreenKey = keyof (typeof shellTexts)['en']['screens'];

export interface Screen {
  readonly key: ScreenKey;
  readonly path: `/${string}`;
  readonly icon: IconName;
  /** Operators without this right don't see the page in the menu. */
  readonly right: Right;
  /** The queue whose length the menu shows. */
  readonly queue?: 'identity' | 'withdrawals' | 'approvals' | 'bankEntries';
  readonly Content: ComponentType;
}

/** All pages, in the order of the menu. */
export const screens: readonly Screen[] = [
  {
    key: 'overview',
    path: '/overview',
    icon: 'gauge',
    right: 'dashboard.see',
    Content: lazy(() => import('../pages/overview/OverviewPage.tsx').then((m) => ({ default: m.OverviewPage }))),
  },
  {
    key: 'identity',
    path: '/identity',
    icon: 'identity',
    right: 'identity.see',
    queue: 'identity',
    Content: lazy(() => import('../pages/identity/IdentityPage.tsx').then((m) => ({ default: m.IdentityPage }))),
  },
  {
    key: 'withdrawals',
    path: '/withdrawals',
    icon: 'withdraw',
    right: 'treasury.see',
    queue: 'withdrawals',
    Content: lazy(() =>
      import('../pages/withdrawals/WithdrawalsPage.tsx').then((m) => ({ default: m.WithdrawalsPage })),
    ),
  },
  {
    key: 'approvals',
    path: '/approvals',
    icon: 'eye',
    right: 'approvals.see',
    queue: 'approvals',
    Content: lazy(() => import('../pages/approvals/ApprovalsPage.tsx').then((m) => ({ default: m.ApprovalsPage }))),
  },
  {
    key: 'customers',
    path: '/customers',
    icon: 'users',
    right: 'customers.see',
    Content: lazy(() => import('../pages/customers/CustomersPage.tsx').then((m) => ({ default: m.CustomersPage }))),
  },
  {
    key: 'treasury',
    path: '/treasury',
    icon: 'scale',
    right: 'treasury.see',
    Content: lazy(() => import('../pages/treasury/TreasuryPage.tsx').then((m) => ({ default: m.TreasuryPage }))),
  },
  {
    key: 'banks',
    path: '/banks',
    icon: 'wallet',
    right: 'banks.see',
    queue: 'bankEntries',
    Content: lazy(() => import('../pages/banks/BanksPage.tsx').then((m) => ({ default: m.BanksPage }))),
  },
  {
    key: 'markets',
    path: '/markets',
    icon: 'candles',
    right: 'markets.see',
    Content: lazy(() => import('../pages/markets/MarketsPage.tsx').then((m) => ({ default: m.MarketsPage }))),
  },
  {
    key: 'content',
    path: '/content',
    icon: 'document',
    right: 'content.see',
    Content: lazy(() => import('../pages/content/ContentPage.tsx').then((m) => ({ default: m.ContentPage }))),
  },
  {
    key: 'operators',
    path: '/operators',
    icon: 'key',
    right: 'operators.see',
    Content: lazy(() => import('../pages/operators/OperatorsPage.tsx').then((m) => ({ default: m.OperatorsPage }))),
  },
  {
    key: 'audit',
    path: '/audit',
    icon: 'statement',
    right: 'audit.see',
    Content: lazy(() => import('../pages/audit/AuditPage.tsx').then((m) => ({ default: m.AuditPage }))),
  },
];
