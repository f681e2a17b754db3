import type { Context } from '../command.ts'

/** Opens an address in the browser. The caller has already printed the address. */
export async function openInBrowser(url: string, { host, terminal }: Context): Promise<void> {
  const status = await host.run(commands[host.platform]?.(url) ?? `xdg-open "${url}"`, {}, true)
  if (status !== 0) await terminal.warn('No browser could be opened: open the address yourself.')
}

const commands: Readonly<Record<string, (url: string) => string>> = {
  darwin: (url) => `open "${url}"`,
  win32: (url) => `start "" "${url}"`,
}
