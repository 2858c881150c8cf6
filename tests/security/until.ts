/** Waits until a condition holds. @throws Error after that many milliseconds */
export async function until(milliseconds: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
