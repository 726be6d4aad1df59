/** Vite plugin: the service worker as one plain script at the root, where it may take messages for the whole console. */
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { texts } from './texts.ts'

const ENTRY = 'src/alerting/notification/service-worker.ts'
const PATH = '/service-worker.js'

export function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    configResolved: (config) => {
      root = config.root
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(PATH, (_, answer, next) => {
        bundle(root).then((code) => answer.setHeader('Content-Type', 'text/javascript').end(code), next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH.slice(1), source: await bundle(root) })
    },
  }
}

/** Not as a module, and nothing shared with the pages: it must run wherever push messages can be had. */
async function bundle(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [texts()],
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: join(root, ENTRY), output: { format: 'iife' } },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('the service worker was not built')
  return output.output[0].code
}
