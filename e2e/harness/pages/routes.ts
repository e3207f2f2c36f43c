/** A page of the app, under the specification's name. */
export interface Route {
  readonly path: string;
  /** Opens the log-in page without a session. */
  readonly needsSession: boolean;
  /** Query of a page about one thing. */
  readonly query?: string;
}

const open = (path: string, query?: string): Route => ({
  path,
  needsSession: false,
  ...(query !== undefined && { query }),
});
const own = (path: string): Route => ({ path, needsSession: true });

/** Every page of the app. */
export const routes: readonly Route[] = [
  open('pages/home/index'),
  open('pages/home/market'),
  open('pages/home/trade', 'symbol=BTC/USDT'),
  open('pages/home/deal', 'symbol=BTC/USDT'),
  open('pages/transfer/kline', 'symbol=BTC/USDT'),
  open('pages/transfer/ftf', 'symbol=BTC/USDT'),
  open('pages/login/login'),
  open('pages/login/reg'),
  open('pages/login/forget'),
  open('pages/content/about'),
  open('pages/index/index'),
  open('pages/assets/proof'),
  own('pages/assets/index'),
  own('pages/assets/coinbill'),
  own('pages/assets/encybill'),
  own('pages/assets/profit'),
  own('pages/transfer/index'),
  own('pages/trade/convert'),
  own('pages/trade/recurring'),
  own('pages/trade/scaled'),
  own('pages/trade/twap'),
  own('pages/trade/trailing'),
  own('pages/trade/bracket'),
  own('pages/deposit/charge'),
  own('pages/deposit/withdraw'),
  own('pages/wallet/address'),
  own('pages/wallet/add'),
  own('pages/deposit/bank'),
  own('pages/deposit/payout'),
  own('pages/wallet/bank'),
  own('pages/wallet/addbank'),
  own('pages/trade/history'),
  open('pages/user/index'),
  own('pages/user/limits'),
  own('pages/user/invite'),
  own('pages/user/notifications'),
  own('pages/user/safety'),
  own('pages/user/setpass'),
  own('pages/user/setJpass'),
  own('pages/user/bindEmali'),
  own('pages/user/bindPhone'),
  own('pages/user/idauth'),
  open('pages/content/index'),
  open('pages/content/detail'),
  own('choose-location'),
  open('open-location'),
];
