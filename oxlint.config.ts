import { defineConfig, type OxlintOverride } from 'oxlint'

/** A room of `src/`: its doors, and what it may import. */
export type Room = {
  readonly room: string
  /** What other rooms may import of it, as patterns within its folder. `**`: it has no doors yet. */
  readonly doors: readonly string[]
  /** The rooms that it may import, each above it in the ladder. All may import `failure`. */
  readonly imports: readonly string[]
  /** The files that may import modules of Node; without a list all may. */
  readonly builtins?: readonly string[]
}

/**
 * The ladder of rooms, top first. A room imports only rooms above it, and of these only the doors. The rules below are
 * made of it; `test/house.test.ts` holds lazy imports to it as well, which the linter does not see.
 */
export const ladder: readonly Room[] = [
  { room: 'failure', doors: ['failure.ts', 'reason.ts'], imports: [], builtins: [] },
  {
    room: 'files',
    doors: ['files.ts', 'file-system.ts', 'node-files.ts'],
    imports: [],
  },
  { room: 'html', doors: ['html.ts'], imports: [], builtins: [] },
  // Each door is one subject; the page of a component type reads with its file in `types`.
  {
    room: 'form',
    doors: [
      'answer-facts.ts',
      'api-key.ts',
      'check.ts',
      'components.ts',
      'conditions.ts',
      'contrast.ts',
      'draft.ts',
      'fake-responses.ts',
      'finding.ts',
      'form-path.ts',
      'form.ts',
      // For the library, whose types name no others.
      'generated/form.ts',
      'generated/response.ts',
      'guide.ts',
      'languages.ts',
      'phone-number.ts',
      'read-answer.ts',
      'response.ts',
      'schema.ts',
      'shape-problems.ts',
      'style-tokens.ts',
      'translations.ts',
      'typed-values.ts',
      'types/*.ts',
      'value.ts',
      'words.ts',
    ],
    imports: [],
    builtins: [],
  },
  {
    room: 'record',
    doors: ['records.ts', 'read-records.ts', 'exact-json.ts', 'json-checker.ts', 'moment.ts', 'bytes.ts'],
    imports: [],
    builtins: [],
  },
  {
    room: 'authoring',
    doors: ['authoring.ts', 'codes.ts', 'reports.ts', 'new-spec.ts'],
    imports: ['form'],
    builtins: [],
  },
  { room: 'wire', doors: ['wire.ts', 'replies.ts'], imports: ['form', 'record'], builtins: [] },
  { room: 'client', doors: ['client.ts', 'over-http.ts'], imports: ['form', 'record', 'wire'] },
  { room: 'responses', doors: ['responses.ts'], imports: ['files', 'form', 'record', 'wire', 'client'] },
  {
    room: 'table',
    doors: [
      // What responses hold.
      'answers.ts',
      'cell-values.ts',
      'questions.ts',
      'option-tally.ts',
      'order.ts',
      // How they become tables.
      'collect.ts',
      'columns.ts',
      'choose-records.ts',
      'make-tables.ts',
      'contract.ts',
      'table.ts',
      'time.ts',
      // How rows and cells are written.
      'sparse-rows.ts',
      'formula.ts',
    ],
    imports: ['form', 'record'],
    builtins: [],
  },
  { room: 'engine', doors: ['engine.ts'], imports: ['record', 'table'], builtins: [] },
  {
    room: 'export',
    doors: [
      'write-export.ts',
      'formats.ts',
      'files/export-files.ts',
      'files/columns-file.ts',
      'files/spool.ts',
      'parquet/parquet.ts',
      'parse-cell.ts',
    ],
    imports: ['files', 'form', 'record', 'authoring', 'responses', 'table', 'engine'],
    builtins: [
      'sqlite.ts',
      'xlsx/zip.ts',
      'parquet/parquet.ts',
      'files/codebook-file.ts',
      'files/data-files.ts',
    ],
  },
  { room: 'stats', doors: ['stats.ts', 'page/report-page.ts'], imports: ['html', 'form', 'record', 'table'] },
  {
    room: 'store',
    doors: [
      'store.ts',
      'open-store.ts',
      'backup.ts',
      'move.ts',
      'blobs.ts',
      's3-blobs.ts',
      'rate-limits.ts',
      'postgres/database.ts',
    ],
    imports: ['files', 'form'],
  },
  {
    room: 'sync',
    doors: ['sync.ts', 'targets.ts'],
    imports: ['files', 'form', 'record', 'client', 'responses', 'table', 'export', 'store'],
    builtins: [
      'targets.ts',
      'sqlite-target.ts',
      'duckdb-target.ts',
      'postgres-target.ts',
      'parquet-parts.ts',
      'part-storage.ts',
      'batch.ts',
    ],
  },
  {
    room: 'server',
    doors: [
      'server.ts',
      'provision.ts',
      'preview/preview.ts',
      'webhooks/signatures.ts',
      'webhooks/webhooks.ts',
    ],
    imports: ['files', 'html', 'form', 'wire', 'store'],
  },
  {
    room: 'publish',
    doors: ['publish.ts', 'lock-entries.ts'],
    imports: ['files', 'form', 'record', 'authoring', 'wire', 'client'],
  },
  {
    room: 'cli',
    // Of what the library does as the commands do.
    doors: [
      'generated/pages.ts',
      'host/node-host.ts',
      'option-limits.ts',
      'responses/output-files.ts',
      'responses/plan-export.ts',
      'settings/base-url.ts',
      'settings/open-data-folder.ts',
      'settings/waits.ts',
    ],
    imports: [
      'files',
      'form',
      'record',
      'authoring',
      'wire',
      'client',
      'responses',
      'table',
      'export',
      'sync',
      'stats',
      'store',
      'server',
      'publish',
    ],
  },
  {
    room: 'library',
    doors: [],
    imports: ['form', 'authoring', 'wire', 'client', 'responses', 'export', 'server', 'cli'],
    builtins: ['local-server.ts', 'response-source.ts'],
  },
]

/** The files that own a resource, and so may name the process, the clock, timers or the network. */
export const resourceOwners: readonly string[] = [
  'src/files/**',
  'src/cli/host.ts',
  'src/cli/host/**',
  'src/store/**',
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

const noBuiltins = { group: ['node:*', 'node:*/**'], message: 'This room is pure: no modules of Node.' }

/** From a file of a room to the other rooms: the files of its own folder, and those one folder deeper. */
const depths = [
  { files: '*.ts', up: '..' },
  { files: '*/*.ts', up: '../..' },
] as const

const closedRooms = ({ room, imports }: Room, up: string): { group: string[]; message: string } => ({
  group: ladder
    .filter((other) => ![room, 'failure', ...imports].includes(other.room))
    .map((other) => `${up}/${other.room}/**`),
  message: `The ladder: ${room} may import ${['failure', ...imports].join(', ')}.`,
})

const closedDoors = ({ room, doors }: Room, up: string): { group: string[]; message: string } => ({
  group: [`${up}/${room}/**`, ...doors.map((door) => `!${up}/${room}/${door}`)],
  message: `The doors of ${room}: ${doors.map((door) => `${room}/${door}`).join(', ')}.`,
})

function rulesOf(row: Room): OxlintOverride[] {
  const { room, imports, builtins } = row
  const others = ladder.filter(
    (other) => other.room !== room && (other.room === 'failure' || imports.includes(other.room)),
  )
  return depths.flatMap(({ files, up }) => {
    const patterns = [closedRooms(row, up), ...others.map((other) => closedDoors(other, up))]
    const rules = (all: typeof patterns): Required<OxlintOverride>['rules'] => ({
      'no-restricted-imports': ['error', { patterns: all }],
    })
    const impure = (builtins ?? [files]).filter((file) => file.split('/').length === files.split('/').length)
    return [
      { files: [`src/${room}/${files}`], rules: rules(patterns.concat(noBuiltins)) },
      { files: impure.map((file) => `src/${room}/${file}`), rules: rules(patterns) },
    ].filter((override) => override.files.length > 0)
  })
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'out', 'coverage', 'fixtures', 'src/**/generated/**', 'src/engine/assembly'],
  rules: {
    'no-await-in-loop': 'off',
    'no-shadow': 'error',
    'import/no-default-export': 'error',
    // Lazy imports may close a circle: a table of commands loads the command that prints the table.
    'import/no-cycle': ['error', { ignoreTypes: false, allowUnsafeDynamicCyclicDependency: true }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
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
    ...ladder.flatMap(rulesOf),
    // They run in the browser, where all of these are given.
    { files: ['src/server/browser/*.ts'], rules: { 'no-restricted-globals': 'off' } },
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
        'import/no-named-as-default-member': 'off',
        'vitest/require-mock-type-parameters': 'off',
      },
    },
  ],
})
