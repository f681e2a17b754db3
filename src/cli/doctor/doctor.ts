import type { Context } from '../command.ts'
import type { Destination, HttpDestination } from '../settings/base-url.ts'
import { connect, quietServiceAt } from '../settings/connect.ts'
import { readKey } from '../settings/key.ts'
import type { Settings } from '../settings/settings.ts'
import { checkConnection, checkProxy, proxyAdvice } from './check-connection.ts'
import {
  checkAuthorities,
  checkFolder,
  checkMachine,
  checkSettings,
  checkWaits,
  mayBeLost,
} from './check-machine.ts'
import { checkService } from './check-service.ts'
import { failed, skipped, type Check } from './check.ts'

/** Runs every check, in order. A check that fails skips only those that depend on it. */
export async function examine(context: Context): Promise<readonly Check[]> {
  const machine = await checkMachine(context)
  const waits = checkWaits(context)
  const { checks, settings, destination, isUserFileLost } = await checkSettings(context)
  const beyond =
    settings && destination
      ? await checkDestination(waits.sound, settings, destination)
      : [skipped('service', 'Not looked at: it is not known where it is.')]
  const isKeyLost = isUserFileLost && settings?.key === undefined
  const remote = beyond.map((check) =>
    isKeyLost && check.name === 'API key' && check.result === 'failure' ? mayBeLost('API key') : check,
  )
  return [...machine, ...waits.checks, ...checks, ...remote]
}

async function checkDestination(
  context: Context,
  settings: Settings,
  destination: Destination,
): Promise<readonly Check[]> {
  if (destination.kind === 'http') return checkHttp(context, settings, destination)
  const folder = await checkFolder(context, destination.dir)
  return folder ? [folder] : checkEmbedded(context, settings)
}

async function checkHttp(
  context: Context,
  settings: Settings,
  destination: HttpDestination,
): Promise<readonly Check[]> {
  const { check: proxyCheck, proxy } = checkProxy(context, destination.url)
  const { checks, authorities } = await checkAuthorities(context, settings)
  const key = await keyOf(context, settings, destination)
  // Through a proxy, it is the proxy that looks up and connects.
  const way = proxy ? [] : await checkConnection(context, { url: destination.url, authorities })
  const before = [proxyCheck, ...checks, ...way]
  const isOpen = before.every(({ result }) => result !== 'failure')
  if (!isOpen)
    return [
      ...before,
      skipped('service', 'Not called: there is no connection.'),
      key.check ?? skipped('API key', `From ${key.source}; not tried without a connection.`),
    ]
  const access = {
    // A check of its own reports a connection that is not encrypted.
    service: await quietServiceAt(destination.url, { settings, context }),
    baseUrl: destination.url,
    apiKey: key.value,
    keySource: key.source,
    environmentId: settings.environment?.value,
  }
  const unreached = proxy && proxyAdvice(proxy, destination.url, context)
  return [...before, ...(await checkService({ context, settings, access, keyCheck: key.check, unreached }))]
}

type ReadKey = { readonly value: string; readonly source: string; readonly check: Check | undefined }

async function keyOf(context: Context, settings: Settings, { url }: HttpDestination): Promise<ReadKey> {
  try {
    const key = await readKey(context, settings.key, url)
    context.terminal.hide(key.value)
    return { ...key, check: undefined }
  } catch (error) {
    return { value: '', source: '', check: failed('API key', error) }
  }
}

async function checkEmbedded(context: Context, settings: Settings): Promise<readonly Check[]> {
  try {
    const connection = await connect({ ...context, settings: async () => settings })
    try {
      return await checkService({
        context,
        settings,
        access: connection,
        keyCheck: undefined,
        unreached: undefined,
      })
    } finally {
      await connection.close()
    }
  } catch (error) {
    return [failed('data folder', error)]
  }
}
