/**
 * The built console: files with their compressed copies, and the page that all other paths show. It may be rebuilt
 * while the service runs: everything is looked up on request.
 */
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pagePolicy } from './security-headers.ts'
import { answerNotFound } from './server.ts'

/** Placeholder in index.html for the page's nonce. */
const NONCE_PLACE = '__NONCE__'
/** Vite writes a hash of the content into the names of these. */
const HASHED_FILES = /^\/assets\//
/** Names as Vite writes them, at any depth, none of which begins with a dot. */
const FILE = /^\/([\w@-][\w.@-]*\/)*[\w@-][\w.@-]*\.[a-z0-9]+$/i
/** The page is sent with its nonce, and the twins in place of their files. */
const NO_FILE = /^\/index\.html$|\.(br|gz)$/i

/** Adds the console. If it is not built, the pages explain what to do, and the API works nevertheless. */
export async function addConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const isHashed = HASHED_FILES.test(path.slice(folder.length))
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      response.header('content-security-policy', "default-src 'self'")
    },
  })
  const page = createPage(join(folder, 'index.html'))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      const path = request.url.split('?')[0]!
      const isFile = FILE.test(path) && !NO_FILE.test(path)
      if (request.url.startsWith('/api')) return answerNotFound(request, reply)
      if (isFile) return reply.sendFile(path, folder)
      if (HASHED_FILES.test(path) || /\.[a-z0-9]+$/i.test(path)) return answerNotFound(request, reply)
      return sendPage(reply, await page())
    },
  })
}

/** Reads the page again when it was written again; while it is away, the last one is shown. */
function createPage(file: string): () => Promise<string | null> {
  let known: { text: string; writtenAtMs: number } | null = null
  return async () => {
    try {
      const { mtimeMs: writtenAtMs } = await stat(file)
      if (writtenAtMs !== known?.writtenAtMs) known = { text: await readFile(file, 'utf8'), writtenAtMs }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return known?.text ?? null
  }
}

function sendPage(reply: FastifyReply, page: string | null): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply.header('cache-control', 'no-cache').header('content-security-policy', pagePolicy(nonce))
  if (page !== null) return reply.type('text/html; charset=utf-8').send(page.replaceAll(NONCE_PLACE, nonce))
  return reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The console is not built yet. Run: npm run build -w console\n')
}
