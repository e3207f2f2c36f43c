/** The variables without which production doesn't start. */
export const productionVariables = {
  MODE: 'production',
  DATABASE_URL: 'postgres://fft:secret@db.example/fft?sslmode=verify-full',
  SMTP_URL: 'smtps://fft:secret@mail.example:465',
  MAIL_FROM: 'FFT <no-reply@mail.example>',
  CODE_SECRET: 'c'.repeat(32),
  PASSWORD_PEPPER: 'p'.repeat(32),
  WITHDRAWAL_MAC_KEY: 'm'.repeat(32),
};
