export { documentRoute } from './document-route.ts';
export { documentsFolderAbove, listPages, readPage } from './pages/documents.ts';
export { siteFolderAbove } from './pages/site-files.ts';
export { type Reference, referenceRoutes } from './reference-routes.ts';
export type { RecordedExample } from './samples/code-samples.ts';
export { addExamples, readExamples } from './samples/examples.ts';
