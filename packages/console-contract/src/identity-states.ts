export const identityStates = ['none', 'pending', 'passed', 'failed', 'revoked'] as const;
