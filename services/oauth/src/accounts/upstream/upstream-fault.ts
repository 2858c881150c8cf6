/**
 * Why an upstream sign-in cannot continue. `unavailable`: the provider does not answer or is
 * misconfigured. `refused`: the browser's answer is not valid.
 */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  readonly kind: 'unavailable' | 'refused';

  /** @param message shown on the page, so nothing internal; the cause is logged */
  constructor(kind: 'unavailable' | 'refused', message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
