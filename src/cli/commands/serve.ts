import { isIP } from 'node:net'
import { misuse, type ExitStatus } from '../../failure/failure.ts'
import {
  buildApp,
  maxUpload,
  listen,
  logUnnumbered,
  makeMetrics,
  reportingStore,
  startRetention,
  startSweeping,
  tryAddress,
  type Metrics,
  type ServerDeps,
} from '../../server/server.ts'
import { startWebhooks } from '../../server/webhooks/webhooks.ts'
import { formPath } from '../../wire/wire.ts'
import { type FirstEnvironment, publishedForms, withSessionKey } from '../../server/provision.ts'
import { choice, defineCommand, flag, number, text, withDefault, type Context } from '../command.ts'
import { newestFirst } from '../forms/known-forms.ts'
import { chosenWords, ports } from '../option-values.ts'
import {
  addressOptions,
  bucketOf,
  dataOptions,
  dataPlaceOf,
  dataWords,
  logTo,
  openServedFolder,
} from '../settings/open-data-folder.ts'
import { configOptions, configured, printSettings, type FilledOptions } from '../settings/command-settings.ts'
import { isCi, noPaint } from '../terminal/terminal.ts'
import { holdsData } from '../settings/base-url.ts'
import { untilStopped } from '../host.ts'

const mebibyte = 1024 * 1024

const options = {
  ...dataOptions,
  host: withDefault(text('--host <address>', 'the address to listen on'), '127.0.0.1'),
  port: withDefault(
    number('--port <n>', 'the port to listen on; 0 picks a free one', { range: ports }),
    8080,
  ),
  uploadQuota: withDefault(
    number(
      '--upload-quota <MiB>',
      'how much one client address may send per hour, counted separately for forms that take files',
      // At least one response with as many files as are allowed.
      { range: [maxUpload / mebibyte] },
    ),
    200,
  ),
  trustProxy: text(
    '--trust-proxy <addresses>',
    'the proxies whose X-Forwarded headers are trusted: addresses, subnets or loopback, separated by commas (default: none)',
    {
      takes: {
        what: 'IP addresses or subnets, separated by commas, or loopback',
        isValid: (given) => given.split(',').every((one) => isProxy(one.trim())),
      },
    },
  ),
  countryHeader: text(
    '--country-header <name>',
    'the header in which a trusted proxy sends the country of a visitor, such as cf-ipcountry (default: none)',
    {
      // Without a proxy, anybody could send that header.
      needs: ['trustProxy'],
      takes: {
        what: 'the name of a header, such as cf-ipcountry',
        isValid: (given) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(given),
      },
    },
  ),
  ratePerKey: withDefault(
    number('--rate-per-key <n>', 'how many API calls one key may make per minute; 0: any number', {
      range: [0],
    }),
    6000,
  ),
  ratePerAddress: withDefault(
    number(
      '--rate-per-address <n>',
      'how many pages one client address may ask for per minute; 0: any number',
      { range: [0] },
    ),
    600,
  ),
  erasePartialsAfter: number(
    '--erase-partials-after <days>',
    'erase partial responses that were not updated for this many days (default: keep them)',
    { range: [1, 36_500] },
  ),
  eraseAfterClose: number(
    '--erase-after-close <days>',
    'erase all responses of a form this many days after it was closed or deleted (default: keep them)',
    { range: [1, 36_500] },
  ),
  publicUrl: text(
    '--public-url <url>',
    'where people reach the service, such as https://forms.example.com: answers then name uploaded files by address instead of by path',
    { takes: { what: 'an address of http:// or https:// and a host, without a path', isValid: isOrigin } },
  ),
  uploads: text(
    '--uploads <url>',
    'the S3 bucket that keeps uploaded files, such as https://s3.example.com/forms, with the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (default: the data folder)',
  ),
  ...addressOptions,
  metricsPort: number(
    '--metrics-port <n>',
    'also serve metrics for Prometheus at /metrics on this port; 0 picks a free one (default: none)',
    { range: ports },
  ),
  metricsHost: text('--metrics-host <address>', 'the address of the metrics port (default: that of --host)', {
    needs: ['metricsPort'],
  }),
  log: withDefault(
    choice('--log <format>', ['text', 'json'], 'how log entries are written on stderr'),
    'text',
  ),
  accessLog: flag('--access-log', 'log every request, not only failed ones'),
  logAddresses: flag('--log-addresses', 'add the address of the visitor to log entries'),
  ...configOptions,
  exec: text(
    '--exec <command>',
    'run this command with FORMCTL_BASE_URL, FORMCTL_API_KEY, FORMCTL_ENVIRONMENT_ID and FORMCTL_SOURCE_FORM_ID set, then stop and exit with its status',
  ),
}

function isProxy(name: string): boolean {
  const [address = '', bits = '1'] = name.split('/')
  const maxBits = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return name === 'loopback' || (/^[1-9]\d*$/.test(bits) && Number(bits) <= maxBits)
}

/** Whether a text is an origin: forms and files have their paths below it. */
function isOrigin(given: string): boolean {
  const url = URL.parse(given)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

export const serving = { words: 'serve', options, onlyFlags: ['exec'] }

export const command = defineCommand({
  description:
    'Runs the service on a data folder until Ctrl-C. The first start creates the folder, an environment, source forms and an API key, which is shown once, and only on a terminal. With -o json, one line on stdout says when the service is ready and holds the first key: keep it out of logs. Failed requests are logged on stderr.',
  options,
  readsSettings: true,
  handlesSignals: true,
  examples: {
    'formctl serve': 'runs the service, and shows its address and first key',
    'formctl serve --config serve.yaml --print-config': 'the settings, and where each comes from',
    'formctl serve --port 0 --exec "npm test"': 'runs the tests against the service',
  },
  async run({ options: flags }, context) {
    const found = await configured(serving, flags, context)
    const { exec, ...given } = found.options
    const plan = planOf(given, context.host.env)
    if (given.printConfig) {
      await printSettings(found, context)
      return 0
    }
    return serve({ ...plan, exec }, plan.log.format === 'json' ? inEntries(context) : context)
  },
})

type ServeOptions = Omit<FilledOptions<typeof options>, 'exec'>
type Plan = ReturnType<typeof planOf> & { readonly exec: string | undefined }

/** What the options ask for; wrong ones are refused. */
function planOf(given: ServeOptions, env: Context['host']['env']) {
  const { host, port, metricsHost = host, metricsPort } = given
  if (metricsPort === port && port !== 0 && metricsHost === host)
    throw misuse(`--metrics-port ${port} is the port of the service: give another one.`)
  return {
    place: { data: given.data, store: given.store },
    address: { host, port },
    metricsAddress:
      metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort, of: 'metrics-' },
    publicUrl: given.publicUrl && URL.parse(given.publicUrl)?.origin,
    bucket: bucketOf(given.uploads, env),
    app: {
      uploadQuota: given.uploadQuota * mebibyte,
      trustedProxy: given.trustProxy,
      countryHeader: given.countryHeader,
      ratePerKey: given.ratePerKey || undefined,
      ratePerAddress: given.ratePerAddress || undefined,
      logsRequests: given.accessLog,
    },
    retention: { erasePartialsAfter: given.erasePartialsAfter, eraseAfterClose: given.eraseAfterClose },
    webhooks: { networks: given.webhookAllow, allowsHttp: given.webhookAllowHttp },
    log: { format: given.log, hasAddresses: given.logAddresses },
  }
}

/** The same context, but messages become entries of the log, so that all of stderr is JSON. */
function inEntries(context: Context): Context {
  const { host, terminal, globals } = context
  const log = logTo(host, { format: 'json' })
  const info = async (message: string): Promise<void> => {
    if (!globals.quiet) log({ time: host.now().toISOString(), level: 'info', message })
  }
  return { ...context, terminal: { ...terminal, info, err: noPaint } }
}

async function serve(plan: Plan, context: Context): Promise<ExitStatus> {
  const { host, globals } = context
  const { folder, source, store: database } = await dataPlaceOf(context, plan.place)
  const { address, metricsAddress } = plan
  if (database !== undefined) await (await import('../../store/open-store.ts')).checkStoreUrl(database)
  if (plan.bucket) await (await import('../../store/s3-blobs.ts')).probe(plan.bucket)
  // Before the folder is created: if nothing can listen, no folder is left behind and no key is shown in vain.
  if (database !== undefined || !(await holdsData(host.files, folder)))
    for (const each of [address, metricsAddress ?? []].flat()) await tryAddress(each)
  const metrics = metricsAddress && (await makeMetrics())
  const unnumbered = logUnnumbered({ log: logTo(host, plan.log), now: () => host.now().toISOString() })
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  const opened = await openServedFolder(host, folder, {
    environmentId: globals.environment,
    isServed: true,
    observe: (report) => {
      metrics?.observe(report)
      unnumbered(report)
      if (report.broken) broken.reject(report.broken)
    },
    store: database,
  })
  try {
    const measured = metrics && (await listen(metrics.app, metricsAddress))
    const embedded = database === undefined && source === undefined ? folder : undefined
    const about = { metricsUrl: measured?.url, inData: dataWords(plan.place, context), embedded }
    try {
      return await serveOpen(plan, { ...opened, metrics, about, broken: broken.promise }, context)
    } finally {
      await measured?.close()
    }
  } finally {
    await opened.close()
  }
}

type ServedData = Awaited<ReturnType<typeof openServedFolder>> & {
  readonly metrics: Metrics | undefined
  /** Rejects when nothing can be written any more: whoever runs the service starts it again. */
  readonly broken: Promise<never>
  readonly about: Pick<StartInfo, 'metricsUrl' | 'inData' | 'embedded'>
}

async function serveOpen(plan: Plan, opened: ServedData, context: Context): Promise<ExitStatus> {
  const { publicUrl, bucket, app, address, exec, retention } = plan
  const { first, shown, announce, metrics, about, broken } = opened
  const { host, globals } = context
  const blobs = bucket
    ? (await import('../../store/s3-blobs.ts')).s3Blobs(bucket, opened.deps.blobs)
    : opened.deps.blobs
  const deps = { ...opened.deps, blobs, log: logTo(host, plan.log) }
  const session = withSessionKey(deps, first.environmentId)
  const measured = metrics ? metrics.countSaves(deps.store) : deps.store
  // A command of --exec has the streams for itself.
  const store = exec === undefined && !globals.quiet ? reportingStore(measured, deps) : measured
  const service = buildApp(
    { ...session.deps, store, publicUrl },
    { ...app, logsRequests: app.logsRequests || globals.verbose, metrics },
  )
  const listening = await listen(service, address)
  const { url } = listening
  const { every, sleep } = host
  const retaining = startRetention(deps, retention, { every, pause: () => sleep(5) })
  const sweeping = startSweeping(deps, every)
  const delivering = await startWebhooks(deps, plan.webhooks, every)
  try {
    announce(url)
    await printReady({ ...about, url, shown, first, store, exec }, context)
    const apiKey = first.apiKey ?? session.apiKey
    const running =
      exec === undefined
        ? untilStopped(host.signal).then(async (exit) => {
            await context.terminal.info('Stopping; what was sent is kept.')
            return exit
          })
        : host.run(exec, variables({ ...first, apiKey }, url))
    return await Promise.race([running, broken])
  } finally {
    // Not awaited: a bucket may take long to remove a file.
    void sweeping.stop()
    await Promise.all([retaining.stop(), delivering.stop(), listening.close()])
  }
}

/** What the messages at the start need. */
type StartInfo = {
  readonly url: string
  readonly metricsUrl: string | undefined
  /** The folder or the URL of the database. */
  readonly shown: string
  readonly first: FirstEnvironment
  readonly store: ServerDeps['store']
  /** The options that named the data, for a piece of advice. */
  readonly inData: string
  /** The folder, unless settings name it: these hold for the next command, too. */
  readonly embedded: string | undefined
  readonly exec: string | undefined
}

async function printKey({ first: { apiKey }, inData, exec }: StartInfo, context: Context): Promise<void> {
  const { terminal, host } = context
  if (apiKey === undefined) return
  // Elsewhere stderr is a file or a log, which others can read.
  if (!host.stderr.isTerminal || isCi(host.env))
    return exec === undefined
      ? terminal.info(
          `No API key is shown, since this output may be kept: formctl service key create${inData} makes one, and --exec hands one to a command.`,
        )
      : undefined
  await terminal.writeUnmasked(`API key: ${terminal.err.bold(apiKey)}`)
  await terminal.warn('This key is shown only now: keep it where no one else can read it.')
}

/** Prints where the newest published forms are, whatever their environment, or how to publish one. */
async function printForms(
  { url, store, embedded }: StartInfo,
  { terminal: { info, plain }, globals }: Context,
): Promise<void> {
  const newest = newestFirst(await publishedForms(store))
  if (newest.length === 0) {
    const words = embedded === undefined ? globals : { ...globals, baseUrl: `embedded:${embedded}` }
    return info(
      `No form is published here yet. To publish one:\n  formctl forms apply form.yaml${chosenWords(words)}`,
    )
  }
  const shown = newest.slice(0, maxShown).map(({ id, name }) => `  ${url}${formPath(id)}  ${plain(name)}`)
  const rest = newest.length > maxShown ? [`  and ${newest.length - maxShown} more`] : []
  await info(['Forms:', ...shown, ...rest].join('\n'))
}

const maxShown = 10

async function printReady(running: StartInfo, context: Context): Promise<void> {
  const { url, shown, first, exec, metricsUrl } = running
  const { terminal, globals } = context
  const { environmentId, sourceFormId } = first
  await terminal.info(`Serving ${shown} at ${terminal.err.bold(url)} (Ctrl-C stops it).`)
  if (globals.output === 'json') return terminal.printJson({ schema_version: 1, url, metricsUrl, ...first })
  if (metricsUrl !== undefined) await terminal.info(`Metrics: ${metricsUrl}/metrics`)
  await terminal.info(`Environment: ${environmentId}`)
  await terminal.info(`Source form: ${sourceFormId}`)
  if (exec === undefined) await printForms(running, context)
  await printKey(running, context)
}

const variables = (
  { environmentId, sourceFormId, apiKey }: Required<FirstEnvironment>,
  url: string,
): Readonly<Record<string, string>> => ({
  FORMCTL_BASE_URL: url,
  FORMCTL_API_KEY: apiKey,
  FORMCTL_ENVIRONMENT_ID: environmentId,
  FORMCTL_SOURCE_FORM_ID: sourceFormId,
})
