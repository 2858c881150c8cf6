import type { KubernetesObject } from '../kubernetes-objects.ts';

/** Something that the schemas cannot say, and that every rendering keeps to. */
export type Rule = {
  /** What holds, as a sentence. */
  name: string;
  /** What breaks it, each naming its object; nothing where it holds. */
  faults(objects: KubernetesObject[]): string[];
};

/** A fault where something does not hold. */
export function unless(holds: boolean | undefined, fault: string): string[] {
  return holds ? [] : [fault];
}
