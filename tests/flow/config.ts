/** Which of the processes that run tests side by side this one is; 0 where it is none of Jest's. */
export function testWorker(): number {
  return Number(process.env.JEST_WORKER_ID ?? 0);
}
