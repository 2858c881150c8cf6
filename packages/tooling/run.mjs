// The door to every command of this repository: `npm start`, `npm test`, `npm run check`, …
// Plain JavaScript with no dependency, so that it runs before anything is installed, and in
// syntax that an outdated Node.js still parses far enough to say what is wrong.

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
