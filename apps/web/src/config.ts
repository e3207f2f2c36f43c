/** The white label: what changes when the product goes out under another name. Colours also stand in `kit/tokens.css`. */
export const config = {
  name: 'FFT',
  version: '3.2.2',
  logo: { from: '#7fa8ff', to: '#2d5be0' },
  /** Where the API answers; empty is where the app came from. */
  host: '',
} as const;
