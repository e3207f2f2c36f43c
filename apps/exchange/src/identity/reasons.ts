/** Reasons for refusing papers, as customers read them. */
export const reasons = {
  unreadable: { zh: '照片不清晰，请重新拍摄', en: 'The photos are not readable. Please take them again' },
  incomplete: { zh: '照片未包含完整证件', en: 'The photos do not show the whole document' },
  mismatch: { zh: '填写的信息与证件不一致', en: 'The details you entered do not match the document' },
  expired: { zh: '证件已过期', en: 'The document has expired' },
  unsigned: { zh: '手持照片缺少签名', en: 'The photo of you holding the document does not show the signature' },
  duplicate: { zh: '该证件已用于其他账户', en: 'The document is already used by another account' },
  unsupported: { zh: '不支持该证件', en: 'This type of document is not accepted' },
} as const;

export interface Reason {
  readonly zh: string;
  readonly en: string;
}
