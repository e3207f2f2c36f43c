/** Operator roles; each operator has one. */
export const roles = ['support', 'compliance', 'treasury', 'market', 'content', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Roles of each right. The server enforces this table, and the console shows what it allows. */
export const rights = {
  'dashboard.see': ['support', 'compliance', 'treasury', 'market', 'content', 'admin'],
  'customers.see': ['support', 'compliance', 'treasury', 'admin'],
  'customers.note': ['support', 'compliance', 'treasury', 'admin'],
  'customers.lock': ['support', 'compliance', 'admin'],
  'customers.lockByLaw': ['compliance'],
  'accounts.lockHouse': ['admin'],
  'customers.reset': ['support', 'admin'],
  'identity.see': ['compliance'],
  'identity.decide': ['compliance'],
  'treasury.see': ['treasury', 'admin'],
  'withdrawals.decide': ['treasury'],
  'adjustments.make': ['treasury'],
  'reserves.sign': ['treasury'],
  'networks.pause': ['treasury', 'admin'],
  'banks.see': ['treasury', 'admin'],
  'banks.manage': ['treasury'],
  'approvals.see': ['support', 'compliance', 'treasury', 'market', 'content', 'admin'],
  'approvals.seeAll': ['treasury', 'admin'],
  'markets.see': ['market', 'admin'],
  'markets.change': ['market'],
  'fees.change': ['market'],
  'content.see': ['content', 'admin'],
  'content.change': ['content'],
  'content.agree': ['content', 'admin'],
  'operators.see': ['admin'],
  'operators.change': ['admin'],
  'audit.see': ['compliance', 'admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

export const allRights = Object.keys(rights) as Right[];

export function mayDo(role: Role, right: Right): boolean {
  const allowed: readonly Role[] = rights[right];
  return allowed.includes(role);
}

/** Returns all rights of a role. */
export function rightsOf(role: Role): Right[] {
  return allRights.filter((right) => mayDo(role, right));
}
