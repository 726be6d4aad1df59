/** Vite plugin: the service worker as one plain script at the root, where it may take messages for the whole console. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { buildTarget } from './browsers.ts'
import { texts } from './texts.ts'

const ENTRY = 'src/alerting/notification/service-worker.ts'
const PATH = '/service-worker.js'
/** What the worker keeps a copy of; images and sounds of the manual are not needed for an alarm. */
const CODE = /^assets\/.*\.(js|css|woff2)$/

export function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    configResolved: (config) => {
      root = config.root
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(PATH, (_, answer, next) => {
        bundle(root, []).then((code) => answer.setHeader('Content-Type', 'text/javascript').end(code), next)
      })
    },
    async generateBundle(_, files) {
      const code = Object.keys(files).filter((name) => CODE.test(name))
      this.emitFile({ type: 'asset', fileName: PATH.slice(1), source: await bundle(root, code) })
    },
  }
}

/** Not as a module, and nothing shared with the pages: it must run wherever push messages can be had. */
async function bundle(root: string, code: string[]): Promise<string> {
  const files = code.map((name) => `/${name}`).sort()
  const shell = { build: createHash('sha256').update(files.join()).digest('hex').slice(0, 16), files }
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [texts()],
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      write: false,
      target: buildTarget,
      rolldownOptions: { input: join(root, ENTRY), output: { format: 'iife' } },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('the service worker was not built')
  return output.output[0].code
}
