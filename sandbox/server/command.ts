#!/usr/bin/env node
// The command of the package. What an older Node does not understand is only read after its version was looked at.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`The sandbox needs Node 20.19 or newer, and this is ${process.versions.node}: https://nodejs.org`);
  process.exitCode = 1;
} else {
  // Node warns that its SQLite is new.
  process.removeAllListeners('warning');
  void import('./server.ts');
}
export {};
