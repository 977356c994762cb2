// Builds dist/, the only thing published: the compiled nodes beside their icons and metadata.
const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { dest, series, src } = require('gulp');

async function clean() {
  rmSync('dist', { recursive: true, force: true });
}

async function compile() {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], { stdio: 'inherit' });
}

const copy = () => src('nodes/**/*.{svg,png,json}', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, compile, copy);
