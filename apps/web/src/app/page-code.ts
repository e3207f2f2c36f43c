import type { ComponentType } from 'react';
import type { laterPages } from './later-pages.ts';
import { loadPage } from './load-page.ts';

type Load = () => Promise<ComponentType>;

const loadHome: Load = () => import('../pages/home/HomePage.tsx').then((m) => m.HomePage);

const later =
  (name: keyof typeof laterPages): Load =>
  async () =>
    (await import('./later-pages.ts')).laterPages[name]();

/** Every page, by the specification's path. */
const loads: Readonly<Record<string, Load>> = {
  '/': loadHome,
  '/pages/home/index': loadHome,
  '/pages/home/market': () => import('../pages/market/MarketPage.tsx').then((m) => m.MarketPage),
  '/pages/home/deal': () => import('../pages/market-detail/MarketDetailPage.tsx').then((m) => m.MarketDetailPage),
  '/pages/home/trade': () => import('../pages/trade/TradePage.tsx').then((m) => m.TradePage),
  '/pages/assets/index': () => import('../pages/assets/AssetsPage.tsx').then((m) => m.AssetsPage),
  '/pages/transfer/kline': () => import('../pages/chart/ChartPage.tsx').then((m) => m.ChartPage),
  '/pages/transfer/ftf': () => import('../pages/pro-chart/ProChartPage.tsx').then((m) => m.ProChartPage),
  '/pages/login/login': () => import('../pages/login/LoginPage.tsx').then((m) => m.LoginPage),
  '/pages/login/reg': () => import('../pages/login/RegisterPage.tsx').then((m) => m.RegisterPage),
  '/pages/login/forget': () => import('../pages/login/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
  '/pages/user/index': () => import('../pages/user/UserPage.tsx').then((m) => m.UserPage),
  '/pages/user/limits': later('limits'),
  '/pages/user/notifications': later('notifications'),
  '/pages/user/invite': later('invite'),
  '/pages/user/safety': () => import('../pages/security/SecurityPage.tsx').then((m) => m.SecurityPage),
  '/pages/user/setpass': () => import('../pages/security/LoginPasswordPage.tsx').then((m) => m.LoginPasswordPage),
  '/pages/user/setJpass': () =>
    import('../pages/security/TransactionPasswordPage.tsx').then((m) => m.TransactionPasswordPage),
  '/pages/user/bindEmali': () => import('../pages/security/BindEmailPage.tsx').then((m) => m.BindEmailPage),
  '/pages/user/bindPhone': () => import('../pages/security/BindPhonePage.tsx').then((m) => m.BindPhonePage),
  '/pages/user/idauth': () => import('../pages/identity/IdentityPage.tsx').then((m) => m.IdentityPage),
  '/pages/content/index': () => import('../pages/content/InboxPage.tsx').then((m) => m.InboxPage),
  '/pages/content/detail': () => import('../pages/content/MessagePage.tsx').then((m) => m.MessagePage),
  '/pages/content/about': () => import('../pages/content/AboutPage.tsx').then((m) => m.AboutPage),
  '/pages/transfer/index': () => import('../pages/transfer/TransferPage.tsx').then((m) => m.TransferPage),
  '/pages/assets/coinbill': () => import('../pages/statement/StatementPage.tsx').then((m) => m.CoinStatementPage),
  '/pages/assets/encybill': () => import('../pages/statement/StatementPage.tsx').then((m) => m.FiatStatementPage),
  '/pages/assets/profit': later('profit'),
  '/pages/assets/proof': later('proof'),
  '/pages/trade/history': () => import('../pages/order-history/OrderHistoryPage.tsx').then((m) => m.OrderHistoryPage),
  '/pages/trade/convert': () => import('../pages/convert/ConvertPage.tsx').then((m) => m.ConvertPage),
  '/pages/trade/recurring': later('recurring'),
  '/pages/trade/scaled': later('scaled'),
  '/pages/trade/twap': later('twap'),
  '/pages/trade/trailing': later('trailing'),
  '/pages/trade/bracket': later('bracket'),
  '/pages/index/index': () => import('../pages/status/StatusPage.tsx').then((m) => m.StatusPage),
  '/choose-location': () => import('../pages/location/ChooseLocationPage.tsx').then((m) => m.ChooseLocationPage),
  '/open-location': () => import('../pages/location/OpenLocationPage.tsx').then((m) => m.OpenLocationPage),
  '/pages/wallet/address': () => import('../pages/addresses/AddressesPage.tsx').then((m) => m.AddressesPage),
  '/pages/wallet/add': () => import('../pages/addresses/AddAddressPage.tsx').then((m) => m.AddAddressPage),
  '/pages/deposit/charge': () => import('../pages/deposit/DepositPage.tsx').then((m) => m.DepositPage),
  '/pages/deposit/bank': later('bankDeposit'),
  '/pages/deposit/payout': later('payout'),
  '/pages/wallet/bank': later('bankAccounts'),
  '/pages/wallet/addbank': later('addBankAccount'),
  '/pages/deposit/withdraw': () => import('../pages/withdraw/WithdrawPage.tsx').then((m) => m.WithdrawPage),
  ...(import.meta.env.DEV && { '/kit': () => import('../pages/kit/KitPage.tsx').then((m) => m.KitPage) }),
};

type Code = Awaited<ReturnType<typeof loadPage>>;

const begun = new Map<string, Promise<Code>>();
const arrived = new Map<string, ComponentType>();

/** The paths of all pages. */
export const pagePaths: readonly string[] = Object.keys(loads);

/** Loads the code of the page at this path, at most once if it succeeds; of the home page for unknown paths. */
export function loadCode(path: string): Promise<Code> {
  const known = begun.get(path);
  if (known) return known;
  const code = loadPage(loads[path] ?? loadHome);
  begun.set(path, code);
  void code.then(
    (module) => arrived.set(path, module.default),
    // The next visit loads it again.
    () => begun.delete(path),
  );
  return code;
}

/** The page at this path if its code is loaded. */
export const codeOf = (path: string): ComponentType | undefined => arrived.get(path);
