// What npm run lint checks: two sets of rules. The nodes keep those of n8n for verified packages, put together from n8n's
// own plugins, and some more. Everything else keeps the usual rules for TypeScript. Which folder may import which stands in
// dependency-cruiser.config.mjs. eslint.config.mjs is as n8n wants it in a verified package: docs/making/verification.md.
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const community = n8nCommunityNodesPlugin.configs.recommended;

export default tseslint.config(
  globalIgnores(['dist', 'sandbox/data', 'data', 'test/n8n/*/node_modules', 'test/n8n/.run', '**/node_modules']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [
      js.configs.recommended,
      tseslint.configs.recommended,
      importX.configs['flat/recommended'],
      importX.configs['flat/typescript'],
    ],
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.check.json' })] },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // The formatter leaves comments, texts and patterns as they are.
      'max-len': ['error', { code: 140 }],
      // The compiler knows better what a package exports.
      'import-x/default': 'off',
      'import-x/named': 'off',
      'import-x/namespace': 'off',
      'import-x/no-named-as-default': 'off',
      'import-x/no-named-as-default-member': 'off',
      'import-x/no-unresolved': 'off',
    },
  },
  {
    // These tests read members of any answer.
    files: ['test/sandbox/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: Object.fromEntries(
        ['Buffer', 'URL', 'console', 'exports', 'process', 'require'].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'max-len': ['error', { code: 140 }] },
  },
  {
    // The console's page runs in a browser, not in Node.
    files: ['sandbox/server/console/page/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        (
          'document window location history navigator fetch confirm FormData Event EventSource URLSearchParams TextEncoder ' +
          'setTimeout clearTimeout'
        )
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    plugins: { 'n8n-nodes-base': n8nNodesBase },
  },
  {
    // Names, values and messages come from outside: on a long one, a pattern that tries every way takes hours.
    files: [
      'nodes/**/*.ts',
      'credentials/**/*.ts',
      'sandbox/server/**/*.ts',
      'sandbox/reader/src/**/*.ts',
      'sandbox/accuracy/**/*.ts',
    ],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    extends: [community],
    rules: {
      'prefer-spread': 'off',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': 'error',
      // A module of devDependencies is there when we test and missing at the user's.
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!\\.{1,2}/|n8n-workflow$|luxon$|crypto$)',
              message: 'Only n8n-workflow, luxon and crypto are there at run time.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['package.json'],
    extends: [community],
    rules: n8nNodesBase.configs.community.rules,
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...n8nNodesBase.configs.credentials.rules,
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
    },
  },
  {
    files: ['nodes/**/*.ts'],
    rules: {
      ...n8nNodesBase.configs.nodes.rules,
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
    },
  },
);
