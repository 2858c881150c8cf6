/**
 * `fetch` throws a TypeError for a failure of the network and for a mistake of the caller, and no property tells
 * them apart: a mistake may have a cause too. The messages before the headers, and in a body:
 */
const NETWORK_MESSAGES = [
  // Node.js
  /^fetch failed$/,
  /^terminated$/,
  // Chromium
  /^Failed to fetch/,
  /^network error$/,
  // Firefox
  /^NetworkError when attempting to fetch resource/,
  /^Error in (input|body) stream/,
  // Safari
  /^Load failed/,
  /^The (network|Internet) connection /,
  /^Could not connect to the server/,
  /^A server with the specified hostname could not be found/,
  /^The request timed out/,
];

/** Whether there was no answer, or only a part of one. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof TypeError && NETWORK_MESSAGES.some((one) => one.test(error.message));
}
