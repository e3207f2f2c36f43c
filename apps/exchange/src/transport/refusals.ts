import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals of callers whose key, signature or session may not make the call. */
export const { refusals, refuse } = refusalsOf({
  otherSession: {
    kind: 'otherSession',
    zh: '此设备已登录其他账户，本次操作未执行。请确认当前账户后重新操作',
    en: 'Another account is logged in here now, so nothing was done. Check the account, then start again',
  },
  apiKeyExpired: { kind: 'apiKeyInvalid', zh: 'API 密钥已过期', en: 'The API key has expired' },
  apiKeyAddress: {
    kind: 'apiKeyInvalid',
    zh: 'API 密钥不允许从此 IP 使用',
    en: 'The API key may not be used from this IP address',
  },
  apiKeyRightMissing: {
    kind: 'keyRightMissing',
    zh: 'API 密钥没有此权限：{right}',
    en: 'The API key lacks the right: {right}',
  },
  signatureMissing: { kind: 'signatureInvalid', zh: '缺少参数 signature', en: 'The parameter signature is missing' },
  signatureWrong: { kind: 'signatureInvalid', zh: '签名错误', en: 'The signature is wrong' },
  signedParameterRepeated: {
    kind: 'signatureInvalid',
    zh: 'signature、timestamp、recvWindow 只能各出现一次',
    en: 'signature, timestamp and recvWindow may be sent once each',
  },
  timestampMissing: {
    kind: 'timestampInvalid',
    zh: '缺少参数 timestamp，应为毫秒时间戳',
    en: 'The parameter timestamp is missing; send milliseconds since the epoch',
  },
  recvWindowInvalid: {
    kind: 'timestampInvalid',
    zh: 'recvWindow 应在 1 至 60000 之间',
    en: 'recvWindow must be 1 to 60000',
  },
  timestampOutside: {
    kind: 'timestampInvalid',
    zh: 'timestamp 与服务器时间相差过大，请校准时间',
    en: 'The timestamp is outside of recvWindow; check your clock',
  },
});
