import type { OxlintConfig, OxlintOverride } from 'oxlint';
import { borders, everywhere } from './lint/borders.ts';

/** The engine computes alone: no clock, no randomness, no I/O. */
const pureEngine: OxlintOverride = {
  files: ['packages/engine/**'],
  rules: {
    'eslint/no-console': 'error',
    'eslint/no-restricted-globals': [
      'error',
      {
        checkGlobalObject: true,
        globals: [
          {
            name: 'Date',
            message: 'The engine is pure: time comes in with the command.',
          },
          {
            name: 'performance',
            message: 'The engine is pure: time comes in with the command.',
          },
          {
            name: 'process',
            message: 'The engine is pure: no I/O.',
          },
          {
            name: 'fetch',
            message: 'The engine is pure: no I/O.',
          },
          {
            name: 'crypto',
            message: 'The engine is pure: no randomness.',
          },
          {
            name: 'setTimeout',
            message: 'The engine is pure: time comes in with the command.',
          },
          {
            name: 'setInterval',
            message: 'The engine is pure: time comes in with the command.',
          },
          {
            name: 'setImmediate',
            message: 'The engine is pure: time comes in with the command.',
          },
          {
            name: 'queueMicrotask',
            message: 'The engine is pure: time comes in with the command.',
          },
          {
            name: 'parseFloat',
            message: 'Money is whole numbers: use decimal.',
          },
        ],
      },
    ],
    'eslint/no-restricted-properties': [
      'error',
      {
        object: 'Math',
        property: 'random',
        message: 'The engine is pure: no randomness.',
      },
      {
        object: 'Number',
        property: 'parseFloat',
        message: 'Money is whole numbers: use decimal.',
      },
    ],
    'oxc/no-async-await': 'error',
  },
};

const config: OxlintConfig = {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  env: {
    builtin: true,
    es2024: true,
    node: true,
    browser: true,
  },
  ignorePatterns: ['**/dist/**', '**/coverage/**', 'data/**', 'test-results/**'],
  rules: {
    'eslint/eqeqeq': [
      'error',
      'always',
      {
        null: 'ignore',
      },
    ],
    'eslint/complexity': [
      'error',
      {
        max: 16,
      },
    ],
    'eslint/max-lines': [
      'error',
      {
        max: 400,
      },
    ],
    'eslint/max-lines-per-function': [
      'error',
      {
        max: 60,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'eslint/max-params': [
      'error',
      {
        max: 5,
      },
    ],
    'eslint/no-else-return': 'error',
    'eslint/no-self-compare': 'error',
    'eslint/no-var': 'error',
    'eslint/no-shadow': 'off',
    'eslint/no-underscore-dangle': 'off',
    'eslint/prefer-const': 'error',
    'eslint/no-unused-vars': [
      'error',
      {
        argsIgnorePattern: '^_',
        varsIgnorePattern: '^_',
      },
    ],
    'eslint/no-restricted-imports': ['error', { patterns: everywhere }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': [
      'error',
      {
        allow: ['**/*.css'],
      },
    ],
    'oxc/no-const-enum': 'error',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/no-danger': 'error',
    'react/button-has-type': 'error',
    'react/no-array-index-key': 'error',
    'typescript/await-thenable': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-return': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/restrict-plus-operands': 'error',
    'typescript/return-await': 'error',
    'typescript/unbound-method': 'off',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'unicorn/filename-case': [
      'error',
      {
        case: 'kebabCase',
      },
    ],
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/require-module-specifiers': 'off',
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect', 'expect*', 'assert*', 'fc.assert'],
      },
    ],
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-title': 'off',
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
  },
  overrides: [
    pureEngine,
    ...borders,
    {
      // JavaScript over packages that only a run installs: nothing here knows their types.
      files: ['apps/exchange/testing/binance-clients/foreign/drivers/**'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      // One list: the context, then the modules in order.
      files: ['apps/exchange/src/app.ts'],
      rules: {
        'eslint/max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      },
    },
    {
      files: ['**/*.tsx'],
      rules: {
        'eslint/max-lines-per-function': [
          'error',
          {
            max: 120,
            skipBlankLines: true,
            skipComments: true,
          },
        ],
        'eslint/complexity': [
          'error',
          {
            max: 20,
          },
        ],
        'unicorn/filename-case': [
          'error',
          {
            cases: {
              kebabCase: true,
              pascalCase: true,
            },
          },
        ],
      },
    },
    {
      files: ['*.config.ts', '**/vite.config.ts', '**/global-setup.ts'],
      rules: {
        'import/no-default-export': 'off',
      },
    },
  ],
};

export default config;
