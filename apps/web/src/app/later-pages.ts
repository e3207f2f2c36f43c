import type { ComponentType } from 'react';

/** Pages that few visits begin with. The entry names this file instead of theirs, which keeps it small; their first visit takes one request more. */
export const laterPages = {
  bankDeposit: (): Promise<ComponentType> =>
    import('../pages/bank-deposit/BankDepositPage.tsx').then((m) => m.BankDepositPage),
  payout: (): Promise<ComponentType> => import('../pages/payout/PayoutPage.tsx').then((m) => m.PayoutPage),
  bankAccounts: (): Promise<ComponentType> =>
    import('../pages/bank-accounts/BankAccountsPage.tsx').then((m) => m.BankAccountsPage),
  addBankAccount: (): Promise<ComponentType> =>
    import('../pages/bank-accounts/AddBankAccountPage.tsx').then((m) => m.AddBankAccountPage),
  invite: (): Promise<ComponentType> => import('../pages/invite/InvitePage.tsx').then((m) => m.InvitePage),
  limits: (): Promise<ComponentType> => import('../pages/limits/LimitsPage.tsx').then((m) => m.LimitsPage),
  notifications: (): Promise<ComponentType> =>
    import('../pages/notifications/NotificationsPage.tsx').then((m) => m.NotificationsPage),
  profit: (): Promise<ComponentType> => import('../pages/profit/ProfitPage.tsx').then((m) => m.ProfitPage),
  proof: (): Promise<ComponentType> => import('../pages/proof/ProofPage.tsx').then((m) => m.ProofPage),
  bracket: (): Promise<ComponentType> => import('../pages/trade/bracket/BracketPage.tsx').then((m) => m.BracketPage),
  recurring: (): Promise<ComponentType> =>
    import('../pages/convert/recurring/RecurringPage.tsx').then((m) => m.RecurringPage),
  scaled: (): Promise<ComponentType> => import('../pages/trade/scaled/ScaledPage.tsx').then((m) => m.ScaledPage),
  trailing: (): Promise<ComponentType> =>
    import('../pages/trade/trailing/TrailingPage.tsx').then((m) => m.TrailingPage),
  twap: (): Promise<ComponentType> => import('../pages/trade/twap/TwapPage.tsx').then((m) => m.TwapPage),
};
