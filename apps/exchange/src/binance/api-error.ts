/** A refusal in Binance's terms. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** As of HTTP. */
  readonly status: number;
  readonly code: number;
  readonly data: object | undefined;

  constructor(status: number, code: number, message: string, data?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}
