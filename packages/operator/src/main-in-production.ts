import { operatorProgramOfEnvironment, runProgram } from './run-program.ts';

// `export` and `import` are left out: they need the packages of the embedded database.
await runProgram(operatorProgramOfEnvironment());
