const QUIET_MILLISECONDS = 1_000;

/** Says what a command is doing, once it takes longer than a second. */
export async function withProgress<Result>(
  activity: string,
  notify: (text: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => notify(`${activity}…`), QUIET_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
