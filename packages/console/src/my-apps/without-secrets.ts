/** Nobody needs them to find the fault: they are neither kept nor sent. */
const SECRETS =
  /(?<=^|[?&\s])(?:client_secret|code|refresh_token|code_verifier|client_assertion)=[^&\s]*&?/g;

/** A request as it may be kept and sent. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(SECRETS, '');
}
