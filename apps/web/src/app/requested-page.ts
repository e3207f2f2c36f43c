/** The path of the address: `/pages/home/trade` of `#/pages/home/trade?symbol=BTC/USDT`. */
export const requestedPage = (): string => `/${location.hash.replace(/^#\/*/, '').replace(/\/*(\?.*)?$/, '')}`;
