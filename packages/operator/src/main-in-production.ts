import { operatorProgramOfEnvironment, runProgram } from './program.ts';

// `export` and `import` are left out: they need the packages of the embedded database.
await runProgram(operatorProgramOfEnvironment());
