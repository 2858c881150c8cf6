/**
 * Why a sign-in at the upstream provider cannot go on. `unavailable`: the provider is away, or set up
 * wrongly; it says nothing of whoever signs in. `refused`: what the browser brought is not good.
 */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  readonly kind: 'unavailable' | 'refused';

  /** @param message for the page, so nothing internal; the cause is for the log */
  constructor(kind: 'unavailable' | 'refused', message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
