import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

// Node.js loads `fetch` and its timers when one of its classes is first named. Loaded while timers are
// faked, it would keep the fake ones.
void globalThis.Request;

type Options = { projectConfig: ConstructorParameters<typeof ModernFakeTimers>[0]['config'] };

/** Jest's `testEnvironment`: that of the process. Spies and fake timers change it until they are restored. */
export default class ProcessEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimersModern: ModernFakeTimers;
  /** The older kind, which Jest asks for by name. */
  readonly fakeTimers = null;

  constructor({ projectConfig: config }: Options) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  setup(): void {}

  teardown(): void {
    this.fakeTimersModern.dispose();
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  /** No context: `run-test-file.ts` loads modules. */
  getVmContext(): null {
    return null;
  }
}
