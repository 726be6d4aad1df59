// The contents of a release: each program's files, packages and start command.
/** A program that is released separately. */
export type Artefact = {
  name: 'mimamori-service' | 'mimamori-hub'
  /** The workspace whose packages it needs. */
  workspace: 'service' | 'hub'
  /** Files and folders of the checkout; folders without tests and their helpers. */
  sources: string[]
  /** Packages that only a checkout needs. */
  leftOut: string[]
  /** Its systemd unit and settings file in `packaging`. */
  unit: string
  settings: string
}

export type Processor = 'x64' | 'arm64'
export const PROCESSORS: readonly Processor[] = ['x64', 'arm64']

const SHARED = [
  'contract/src',
  'contract/package.json',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
  'docs/running',
  'docs/settings.md',
]
const CHECK_CONFIG = [
  'tools/package.json',
  'tools/start/output.ts',
  ...['main', 'check', 'attempt'].map((name) => `tools/settings/${name}.ts`),
]

export const ARTEFACTS: readonly Artefact[] = [
  {
    name: 'mimamori-service',
    workspace: 'service',
    sources: [
      ...SHARED,
      ...CHECK_CONFIG,
      'tools/settings/check-service.ts',
      'service/src',
      'service/package.json',
      'console/dist',
    ],
    // GPL; only drafts of incident reports analyze clips. docs/decisions/0046
    leftOut: ['node-av'],
    unit: 'mimamori.service',
    settings: 'service.env',
  },
  {
    name: 'mimamori-hub',
    workspace: 'hub',
    sources: [...SHARED, ...CHECK_CONFIG, 'tools/settings/check-hub.ts', 'hub/src', 'hub/models', 'hub/package.json'],
    // They serve WebRTC and installation in node-av, which are not used here.
    leftOut: ['mediabunny', 'mp4box', 'unzipper', 'werift'],
    unit: 'mimamori-hub.service',
    settings: 'hub.env',
  },
]

/** Without packages that may not be redistributed: docs/decisions/0046. */
export function publishable(artefact: Artefact): Artefact {
  const leftOut = PROCESSORS.map((processor) => `@seydx/node-av-linux-${processor}`)
  return { ...artefact, leftOut: [...artefact.leftOut, ...leftOut] }
}

/** Whether a file in one of `sources` is included: no tests, and nothing that only tests or the demo use. */
export function isShipped(path: string): boolean {
  if (/\.test\.tsx?$|\.map$|\/\.sources$/.test(path)) return false
  return !path.split('/').some((part) => /^testing([-.]|$)/.test(part)) && !/^service\/src\/seed(\/|$)/.test(path)
}

/** Whether a file of an npm package is needed at runtime. */
export function isNeeded(packageName: string, path: string): boolean {
  if (/(^|\/)(licen[cs]e|notice|copying|package\.json)/i.test(path)) return true
  if (/\.(d\.[cm]?ts|map|markdown|md|ts|mts|cts|tsx|flow|sh|png)$/i.test(path)) return false
  // Builds for browsers, several times each.
  if (packageName.startsWith('@expo-google-fonts/')) return /\/NotoSansJP_(400Regular|700Bold)\.ttf$/.test(path)
  if (packageName.startsWith('@tensorflow/')) return /^dist\/[^/]*\.node\.js$|\.wasm$/.test(path)
  return true
}
