import { defineConfig, type OxlintOverride } from 'oxlint'

/** The fence: which parts of `src/` each part may import. All may import `failure`. */
export const fence: Readonly<Record<string, readonly string[]>> = {
  failure: [],
  files: [],
  form: [],
  record: [],
  authoring: ['form'],
  wire: ['form', 'record'],
  client: ['form', 'record', 'wire'],
  table: ['form', 'record', 'export'],
  engine: ['form', 'record', 'table', 'export'],
  export: ['form', 'record', 'table', 'engine'],
  // The page is made with the server's templates.
  stats: ['form', 'record', 'table', 'server'],
  store: ['form', 'files'],
  server: ['form', 'files', 'wire', 'store'],
  publish: ['form', 'record', 'authoring', 'wire', 'client'],
  cli: [
    'form',
    'files',
    'record',
    'authoring',
    'wire',
    'client',
    'table',
    'engine',
    'export',
    'stats',
    'store',
    'server',
    'publish',
  ],
}

/** The doors: what other parts may import of a part. A part that is not listed has no door yet. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  failure: ['failure.ts', 'reason.ts'],
  files: ['files.ts'],
  form: ['*.ts'],
  authoring: ['authoring.ts', 'codes.ts'],
}

/** The parts that are pure: no built-in module of Node at all. */
export const pureParts: readonly string[] = ['form', 'record', 'authoring', 'wire', 'table']

/** The files that own a resource, and so may name the process, the clock, timers or the network. */
export const resourceOwners: readonly string[] = [
  'src/files/files.ts',
  'src/cli/host.ts',
  'src/cli/host/**',
  'src/store/sqlite/**',
  'src/server/listen.ts',
]

/** What only a resource owner may name. */
const worldly = [
  'process',
  'console',
  'fetch',
  'performance',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'Math.random',
]

const builtins = { group: ['node:*', 'node:*/**'], message: 'This part is pure: no built-in modules.' }

/** Formats that need a built-in module; every other file of `export` has none. */
const exportBuiltins: readonly string[] = [
  'src/export/sqlite.ts',
  'src/export/xlsx/zip.ts',
  'src/export/parquet/chunk-writer.ts',
]

/** Forbids what lies behind the doors of a part, from as deep as a file may lie. */
const behindDoors = (part: string, open: readonly string[]): { group: string[]; message: string } => ({
  group: ['..', '../..', '../../..'].flatMap((up) =>
    [`${up}/${part}/**`].concat(open.map((door) => `!${up}/${part}/${door}`)),
  ),
  message: `The doors of ${part}: ${open.map((door) => `${part}/${door}`).join(', ')}.`,
})

const withFailure = Object.entries(fence).map(
  ([part, allowed]) => [part, part === 'failure' ? allowed : ['failure', ...allowed]] as const,
)

const partRules = withFailure.map(([part, allowed]): OxlintOverride => ({
  files: [`src/${part}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...(pureParts.includes(part) || part === 'export' ? [builtins] : []),
          {
            group: Object.keys(fence)
              .filter((other) => other !== part && !allowed.includes(other))
              .flatMap((other) => [`../${other}/**`, `../../${other}/**`, `../../../${other}/**`]),
            message: `The fence: ${part} may import ${allowed.join(', ') || 'no other part'}.`,
          },
          ...allowed.flatMap((other) => {
            const open = doors[other]
            return open === undefined ? [] : [behindDoors(other, open)]
          }),
        ].filter((pattern) => pattern.group.length > 0),
      },
    ],
  },
}))

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'out', 'coverage', 'fixtures', 'src/**/generated/**', 'src/engine/assembly'],
  rules: {
    'no-await-in-loop': 'off',
    'no-shadow': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 3 }],
    'no-else-return': 'error',
    eqeqeq: 'error',
    // `as` is for review: style asks for its reason beside it.
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-array-flat-map': 'off',
    'promise/no-promise-in-callback': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'typescript/no-unnecessary-boolean-literal-compare': 'off',
  },
  overrides: [
    { files: ['src/**/*.ts'], rules: { 'no-restricted-globals': ['error', ...worldly] } },
    // A script for a shell is one text, and reads best in one piece.
    { files: ['src/cli/completion/{bash,zsh,fish,pwsh}.ts'], rules: { 'max-lines-per-function': 'off' } },
    ...partRules,
    // What fills a buffer and the buffer are one idea, and one closure.
    { files: ['src/engine/*.ts'], rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
    { files: ['src/export/parquet/*.ts'], rules: { 'max-lines-per-function': 'off' } },
    {
      files: exportBuiltins.slice(),
      rules: { 'no-restricted-imports': 'off' },
    },
    { files: resourceOwners.slice(), rules: { 'no-restricted-globals': 'off' } },
    // The rows of the contract assert; the one suite that runs them is the test block.
    {
      files: ['test/contract/*.ts', 'test/contract/rows/*.ts'],
      rules: { 'vitest/no-standalone-expect': 'off' },
    },
    {
      files: ['test/**/*.ts', '.ci/**/*.ts', '*.config.ts', 'bench/**/*.ts'],
      rules: {
        'import/no-default-export': 'off',
        'max-lines-per-function': 'off',
        'max-lines': 'off',
        // A row of a table of cases is spread over the test's parameters.
        'max-params': 'off',
        'import/no-named-as-default-member': 'off',
        'vitest/require-mock-type-parameters': 'off',
      },
    },
  ],
})
