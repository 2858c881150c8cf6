// Runs every command of this repository: `npm start`, `npm test`, `npm run check`, …
// Plain JavaScript without dependencies, because it runs before anything is installed. An outdated
// Node.js must be able to parse this file, to report that it is outdated.

const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 20 || (major === 20 && minor >= 19)) {
  const { runCommand } = await import('./setup/run-command.mjs');
  await runCommand(process.argv[2], process.argv.slice(3));
} else {
  console.error(
    `This needs Node.js 20.19 or newer; you have ${process.versions.node}. Get one at https://nodejs.org, then try again.`,
  );
  process.exitCode = 1;
}
