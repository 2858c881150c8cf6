export * from './app-definition/index.ts';
export * from './audit.ts';
export * from './internal-api.ts';
export type { Problem, ProblemSource } from './problem.ts';
export { type ProblemCode, problem } from './problem-kinds.ts';
export {
  holdsRole,
  missingRoles,
  type RoleRequirement,
  readApps,
  rolePattern,
  roles,
} from './roles.ts';
export { storableText } from './storable-text.ts';
