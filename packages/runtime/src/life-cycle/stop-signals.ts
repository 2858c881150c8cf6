type Stop = (signal: string) => Promise<void>;

/**
 * Handles SIGTERM and SIGINT from now on. Process 1 of a container ignores signals without a
 * handler and would be killed after the grace period. Until `stopBy` is called a signal exits at once.
 */
export function stopSignals(): { stopBy(stop: Stop): void } {
  let stop: Stop = async () => process.exit();
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal));
  return {
    stopBy: (given) => {
      stop = given;
    },
  };
}
