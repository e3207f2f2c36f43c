import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals of operators who do too much within an hour. */
export const { refusals, refuse } = refusalsOf({
  tooManySaves: {
    kind: 'tooManyRequests',
    zh: '您本小时内保存与删除的内容已达上限，请稍后再试',
    en: 'You have saved or deleted as many texts as one operator may within an hour. Wait a while',
  },
  tooManyStops: {
    kind: 'tooManyRequests',
    zh: '您本小时内锁定类操作已达上限，请稍后再试或请同事处理',
    en: 'You have stopped as many customers as one operator may within an hour. Wait, or ask a colleague',
  },
});
