import { runTool } from './check/tools.ts';

const { ok, output } = await runTool('biome', ['check', '--write', ...process.argv.slice(2)]);
console.log(output);
process.exitCode = ok ? 0 : 1;
