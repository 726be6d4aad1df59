/** The oldest browsers that the console is made for: `browserslist` in console/package.json, as "chrome >= 111". */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Oldest = { name: string; version: string }

/** Names of the list that the build and MDN's data call differently; Samsung's browser has the engine of a Chrome. */
const BUILD_NAMES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
}

const LINE = /^(\w+) >= ([\d.]+)$/

/** The list as it stands in package.json. */
export const oldestBrowsers: readonly Oldest[] = readList()

/** The list as `build.target` of Vite, which lowers syntax and style sheets to it. */
export const buildTarget: string[] = oldestBrowsers.flatMap(({ name, version }) =>
  BUILD_NAMES[name] ? [`${BUILD_NAMES[name]}${version}`] : [],
)

function readList(): Oldest[] {
  const file = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  const { browserslist } = JSON.parse(file) as { browserslist: string[] }
  return browserslist.map((line) => {
    const [, name, version] = LINE.exec(line) ?? []
    if (!name || !version) throw new Error(`browserslist: ${line} is not NAME >= VERSION`)
    return { name, version }
  })
}
