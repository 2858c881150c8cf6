export { documentRoute } from './document-route.ts';
export { documentsFolderAbove } from './pages/documents.ts';
export { type Reference, referenceRoutes } from './reference-routes.ts';
export { addExamples } from './samples/add-examples.ts';
export { readExamples } from './samples/read-examples.ts';
export type { RecordedExample } from './samples/recorded-example.ts';
