// Reads the results of `jest --json --outputFile`: prints "<passed> <failed>", and failures to stderr. A test file that
// cannot run counts as one failure.
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);

function read() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error('  jest wrote no results');
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
