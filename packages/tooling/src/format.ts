import { runTool } from './check/run-tool.ts';

const { ok, output } = await runTool('biome', ['check', '--write', ...process.argv.slice(2)]);
console.log(output);
process.exitCode = ok ? 0 : 1;
