/** Writes to standard error: standard output belongs to the command. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An error that the user can act on; printed without a stack. */
export class SetupError extends Error {}
