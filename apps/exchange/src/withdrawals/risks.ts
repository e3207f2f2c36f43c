/** Why people look at a withdrawal, or should look twice; in the order in which operators see them. */
export const risks = [
  /** It alone is worth as much as is always looked at. */
  'large',
  /** With what the customer withdrew within the day before it is. */
  'dayTotal',
  /** No market says reliably what it is worth. */
  'unvalued',
  'firstWithdrawal',
  'newAddress',
  'newCustomer',
  /** Password, transaction password, second factor, passkey, e-mail address or phone changed of late. */
  'recentChange',
  'newDevice',
  /** Far more than the customer ever withdrew. */
  'unusualAmount',
  /** A new customer's, who got money minutes before. */
  'freshDeposit',
  /** A deposit of the customer was taken back, or is about to be. */
  'reversedDeposit',
  /** It had been approved, and something stopped the account before it was signed. */
  'accountLocked',
  'accountHeld',
  'depositLost',
  /** It was signed and never sent, as its account was stopped meanwhile: nothing else is ever signed for it. */
  'signedBefore',
] as const;
export type Risk = (typeof risks)[number];
