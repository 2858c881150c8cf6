type Stop = (signal: string) => Promise<void>;

/**
 * Listens to the signals that end a service, from now on: as process 1 of a container it would not
 * hear one before somebody does, and be ended by force later. Until it is told how to stop there is
 * nothing to finish.
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
