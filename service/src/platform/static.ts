/** The built console: files with their compressed twins, and the one page that every other address shows. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pagePolicy } from './security-headers.ts'
import { answerNotFound } from './server.ts'

/** Stands in index.html wherever the page's nonce belongs. */
const NONCE_PLACE = '__NONCE__'
/** Vite writes a hash of the content into the names of these. */
const HASHED_FILES = /^\/assets\//

/** Adds the console. Without a built one the pages say what to do, and the API works all the same. */
export async function addConsole(app: FastifyInstance, folder: string): Promise<void> {
  const indexFile = join(folder, 'index.html')
  if (existsSync(indexFile)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html*', '**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        const isHashed = HASHED_FILES.test(path.slice(folder.length))
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        response.header('content-security-policy', "default-src 'self'")
      },
    })
  }
  let page = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : null
  app.get('/*', (request, reply) => {
    const isFile = /\.[a-z0-9]+$/i.test(request.url.split('?')[0]!)
    if (request.url.startsWith('/api') || request.url.startsWith('/assets/') || isFile) {
      return answerNotFound(request, reply)
    }
    if (page === null && existsSync(indexFile)) page = readFileSync(indexFile, 'utf8')
    return sendPage(reply, page)
  })
}

function sendPage(reply: FastifyReply, page: string | null): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply.header('cache-control', 'no-cache').header('content-security-policy', pagePolicy(nonce))
  if (page !== null) return reply.type('text/html; charset=utf-8').send(page.replaceAll(NONCE_PLACE, nonce))
  return reply.status(503).type('text/plain; charset=utf-8').send('The console is not built yet. Run: npm run build\n')
}
