import { existsSync, readdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';
const LIBRARY = 'faketime/libfaketimeMT.so.1';

/** A clock that can be stepped while processes read it. */
export type ClockFile = {
  /** Makes a process read it instead of the machine's. */
  environment: Record<string, string>;
  /** Steps it; 0 for the machine's time. */
  step(seconds: number): Promise<void>;
};

/**
 * Debian's faketime: a library between a program and its C library, which reads the offset from a
 * file every second. Timers run on the monotonic clock, which no step of a real clock moves.
 */
export async function createClockFile(folder: string): Promise<ClockFile> {
  const file = join(folder, 'clock');
  // In one piece, for it is read at any time.
  const step = async (seconds: number) => {
    await writeFile(`${file}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
    await rename(`${file}.new`, file);
  };
  await step(0);
  return {
    environment: {
      LD_PRELOAD: faketimeLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    step,
  };
}

function faketimeLibrary(): string {
  const found = [LIBRARIES, ...readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name))]
    .map((folder) => join(folder, LIBRARY))
    .find((path) => existsSync(path));
  if (!found) throw new Error("There is no faketime here. Install Debian's package faketime.");
  return found;
}
