import { verifyReserves } from '@fft/liabilities';

export { verifyReserves };
