export type { JsonFault, JsonFaultCode } from './json-faults.ts';
export { parseJson } from './parse-json.ts';
export {
  type JsonOptions,
  type JsonResult,
  readJsonBytes,
  readJsonText,
} from './read-json.ts';
export { decodeUtf8 } from './utf8.ts';
