/** `/pages/home/trade` of `#/pages/home/trade?symbol=BTC/USDT`. */
export const wantedPage = (): string => `/${location.hash.replace(/^#\/*/, '').replace(/\/*(\?.*)?$/, '')}`;
