import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { hangGuard } from './hang-guard.ts'

const path = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'

/** Chromium without windows around its pages, if it is installed beside it: the same tests take two thirds of the time. */
const headlessShell = `${path}-headless-shell`

/** Why the tests in a browser can't run here; undefined when they can. */
export const noBrowser: string | undefined = existsSync(path)
  ? undefined
  : `no Chromium at ${path}; install one, or name it in CHROMIUM_PATH`

if (noBrowser !== undefined && process.env['FORMCTL_REQUIRE_ALL'] === '1')
  throw new Error(`FORMCTL_REQUIRE_ALL=1, but ${noBrowser}.`)

/**
 * Features to switch off. A window of Chromium loads two pages of its own, in a process of their own, for the list below its address
 * bar: two fifths of what a simple page takes. Of two lists Chromium heeds the last, so this one repeats what Playwright needs.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Starts Chromium, without the errands that it runs on its own. Its pages wait as long as the tests do. */
export async function launch({ isFullChromium = false } = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: !isFullChromium && existsSync(headlessShell) ? headlessShell : path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join()}`,
      // Names that are not this machine's own to the browser: it sends them no Sec-Fetch-Site over plain http.
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  })
  browser.on('context', (context) => context.setDefaultTimeout(hangGuard))
  return browser
}
