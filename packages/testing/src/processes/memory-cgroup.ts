import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const isVersion2 = existsSync(join(ROOT, 'cgroup.controllers'));
/** https://docs.kernel.org/admin-guide/cgroup-v2.html and cgroup-v1/memory.html */
const [parent, limitFile, peakFile] = isVersion2
  ? [ROOT, 'memory.max', 'memory.peak']
  : [join(ROOT, 'memory'), 'memory.limit_in_bytes', 'memory.max_usage_in_bytes'];

/** A control group that limits memory, as a container has it. */
export class MemoryCgroup {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error that says what is needed, where no control group can be made */
  static async create(name: string, limitBytes: number): Promise<MemoryCgroup> {
    const folder = join(parent, `app-platform-${process.pid}-${name}`);
    try {
      await mkdir(folder);
      await writeFile(join(folder, limitFile), String(limitBytes));
    } catch (cause) {
      const needed = 'a Linux whose memory controller this user may write to, usually root';
      throw new Error(`${folder} cannot limit memory. This needs ${needed}.`, { cause });
    }
    return new MemoryCgroup(folder);
  }

  /** Begins a command line whose program runs in the group. */
  get launcher(): string[] {
    return ['sh', '-c', `echo $$ >${join(this.#folder, 'cgroup.procs')} && exec "$0" "$@"`];
  }

  /** The most that its processes had, with what the kernel cached for them. */
  async peakBytes(): Promise<number> {
    return Number(await readFile(join(this.#folder, peakFile), 'utf8'));
  }

  /** @throws Error where a process still runs in it */
  async remove(): Promise<void> {
    await rmdir(this.#folder);
  }
}
