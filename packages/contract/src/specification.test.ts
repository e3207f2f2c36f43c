import { expect, test } from 'vitest';
import { calls, type Call } from './index.ts';

/** The calls that the specification lists, word for word: programs that were written against it find each of them. */
const listed = `
POST /api/passport/login.html
POST /api/passport/regemail.html
POST /api/passport/reg.html
POST /api/passport/foremail.html
POST /api/passport/forget.html
GET /api/assets/index.html
GET /api/assets/conis_read.html
GET /api/assets/conis.html
GET /api/assets/coinbill.html
GET /api/assets/encybill.html
GET /api/assets_lift/conis.html
GET /api/assets_lift/detail.html
GET /api/assets_lift/coinsemail.html
POST /api/assets_lift/submit.html
POST /api/user_wallet/create.html
POST /api/user_wallet/delete.html
GET /api/user_wallet.html
GET /api/user/read.html
POST /api/user/idauth.html
POST /api/user/idinfo.html
POST /api/user/setpass.html?type=login
POST /api/user/setpass.html?type=pay
GET /api/user/passemail.html
POST /api/user/bindemail.html
POST /api/user/setinfo.html
GET /api/content/detail.html
GET /api/content/about.html
GET /api/content.html
GET /api/transfer/read.html
POST /api/transfer/change.html
GET /api/market/symbol.html
GET /api/market/market_symbols.html
GET /api/home/spread.html
GET /api/home/market_symbols.html
GET /api/trade/coinmenu.html
GET /api/trade/detail.html
POST /api/trade/depth.html
GET /api/trade/history.html
GET /api/trade/current.html
POST /api/trade/cancel.html
GET /api/kline.html
GET /api/kline/details.html
`
  .trim()
  .split('\n')
  .map((line) => line.split(/[ ?=]/));

const declared = Object.values<Readonly<Record<string, Call>>>(calls).flatMap((area) => Object.values(area));

test.each(listed)('%s %s is declared as the specification lists it', (method, path, field, value) => {
  const call = declared.find((each) => each.path === path);
  expect(call?.method).toBe(method);
  // What the specification puts into the address travels there.
  expect(call?.query ?? []).toEqual(field === undefined ? [] : [field]);
  if (field !== undefined) {
    const { error } = call?.input.safeParse({ [field]: value }) ?? {};
    expect(error?.issues.flatMap((issue) => issue.path)).not.toContain(field);
  }
});
