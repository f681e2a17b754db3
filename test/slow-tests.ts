/**
 * The test files that `npm test` leaves out and `npm run test:all` runs: those that start browsers, databases or many processes, cut
 * power, fill disks, or try large inputs. They hold a fifth of the tests and take three quarters of the time.
 */
export const slowTests: string[] = [
  // Chromium.
  'test/browser/*.test.ts',
  'test/cli/stats/report-page.test.ts',
  'test/cli/agents/mcp-process.test.ts',
  // Kills, power cuts, full disks, broken connections.
  'test/faults/*.test.ts',
  'test/publish/killed.test.ts',
  // PostgreSQL and other databases.
  'test/store/{postgres-store,postgres-faults,differential}.test.ts',
  'test/cli/{service-move,store-option}.test.ts',
  'test/server/webhooks/worker-postgres.test.ts',
  'test/server/closed-forms.test.ts',
  'test/sync/{clickhouse,history,parquet-sync,postgres-sync,sync}.test.ts',
  'test/docs/{scheduled-sync,sync-page}.test.ts',
  'test/table/sql-names-in-databases.test.ts',
  // Programs.
  'test/cli/{completion,interrupt,process,serve}.test.ts',
  'test/cli/host/shell.test.ts',
  'test/cli/quickstart.test.ts',
  'test/cli/responses/{interrupt-placing,named-pipe}.test.ts',
  'test/contract/lint.test.ts',
  'test/docs/{ci,contributing,hosting,site}.test.ts',
  'test/editor/language-server.test.ts',
  'test/form/parse-broken.test.ts',
  'test/library/package.test.ts',
  'test/publish/story.test.ts',
  'test/package/{audit,tarball}.test.ts',
  // Large inputs, and many of them.
  'test/authoring/fix/fix-anything.test.ts',
  'test/authoring/yaml/recover.test.ts',
  'test/cli/{hostile,long-runs}.test.ts',
  'test/cli/responses/{export-memory,export-pairs,redact-renamed,stats-memory}.test.ts',
  'test/cli/stats/{figures,questionnaires}.test.ts',
  'test/engine/lines.test.ts',
  'test/export/{read-back,engine-parity,statistics-programs}.test.ts',
  'test/server/hostile.test.ts',
]
