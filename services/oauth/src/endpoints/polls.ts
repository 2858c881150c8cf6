import type { Response } from 'express';

const polls = new WeakSet<object>();

/** Marks the answer to a device that polls as often as it may: it is no refused guess. */
export function notePoll(response: Response): void {
  polls.add(response);
}

export function isPoll(response: Response): boolean {
  return polls.has(response);
}
