/** Where the browser tests run: port, address, the system's Chromium. */
import { existsSync } from 'node:fs'

/** MIMAMORI_E2E_PORT moves the stack when 8179 is taken. */
export const PORT = Number(process.env.MIMAMORI_E2E_PORT ?? 8179)
export const BASE_URL = `http://127.0.0.1:${PORT}`

/** CHROMIUM_PATH, else where Debian, Ubuntu and Fedora put it. */
export const CHROMIUM_PATH =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path)) ??
  '/usr/bin/chromium'

/** Each new window draws these for its address bar, which no test sees: a quarter of the CPU time of signing in. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** What Playwright switches off: Chromium takes the last list that it is given alone. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Chromium as root in a container, without its talk to the outside. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR]}`,
]
