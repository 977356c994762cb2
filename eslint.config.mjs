// The configuration of n8n's node-cli for verified packages, made of its own plugins at their newest: the CLI itself is
// not
// installed, because it brings a hundred packages for AI templates. Then what it does not see.
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const community = n8nCommunityNodesPlugin.configs.recommended;

export default tseslint.config(
  globalIgnores(['dist', 'host', 'sandbox', 'bench', '**/node_modules']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    extends: [js.configs.recommended, tseslint.configs.recommended, community, importX.configs['flat/recommended']],
    rules: {
      'prefer-spread': 'off',
      'no-console': 'error',
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
    plugins: { 'n8n-nodes-base': n8nNodesBase },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
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
