// Counts what jest wrote with --json --outputFile: prints "passed failed", and what failed to stderr. A file of tests
// that does not run is one that failed.
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);

function read() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error('  jest has left no results');
    process.exit(1);
  }
}

const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
const isCall = (line) => /^\s*at /.test(line);
const indent = (text) =>
  text
    .split('\n')
    .filter((line) => !isCall(line))
    .slice(0, 30)
    .map((line) => `    ${line}`)
    .join('\n');

const { numPassedTests, numFailedTests, testResults } = read();
const broken = testResults.filter(isBroken);
for (const { name, message } of broken) console.error(`  ✕ ${name}\n${indent(message)}`);
for (const { name, assertionResults } of testResults) {
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status === 'failed') console.error(`  ✕ ${fullName} (${name})\n${indent(failureMessages.join('\n'))}`);
  }
}
const failed = numFailedTests + broken.length;
console.log(`${numPassedTests} ${numPassedTests + failed === 0 ? 1 : failed}`);
