import { shared } from '../../refusals/shared.ts';
import type { Message } from '../../refusals/say.ts';

/** Texts of the transport's own answers, which no room refuses with. */
export const texts = {
  ok: { zh: '成功', en: 'OK' },
  badRequest: { zh: '请求格式错误', en: 'The request is malformed' },
  malformedBody: { zh: '请求内容无法解析', en: 'The body cannot be parsed' },
  pathNotFound: { zh: '接口不存在', en: 'No such call' },
  methodNotAllowed: { zh: '请求方法不支持', en: 'This method is not allowed here' },
  requestTimeout: { zh: '请求超时', en: 'The request took too long' },
  bodyTooLarge: { zh: '请求内容过大', en: 'The body is too large' },
  headersTooLarge: { zh: '请求头过大', en: 'The headers are too large' },
  unsupportedMediaType: {
    zh: '不支持的内容类型，请使用表单或 JSON',
    en: 'This content type is not supported: send a form or JSON',
  },
  flood: { zh: '请求过于频繁，请 {wait}后再试', en: 'Too many requests. Try again in {wait}' },
  notReady: { zh: '服务正在启动或停止，请稍后再试', en: 'The server is starting or stopping. Try again soon' },
  internal: {
    zh: '服务器出错了，请联系客服并提供编号 {traceId}',
    en: 'Something went wrong on our side. Please quote {traceId} to support',
  },
  tooManyStreamRequests: { zh: '订阅过多或过于频繁', en: 'Too many subscriptions, or too many requests' },
  busy: shared.busy,
} as const satisfies Readonly<Record<string, Message>>;

export type TextKey = keyof typeof texts;
