/** The port without TLS beside the one with it: hands out the certificate of an own authority, and leads to HTTPS. */
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { encode } from 'uqr'
import type { Config } from '../config.ts'
import { textsOf } from '../messaging/texts.ts'
import { FILES, fingerprintOf } from './authority.ts'
import { securityHeaders } from './security-headers.ts'

const PAGE = '/ca'
const FILE = '/ca/mimamori-ca.crt'
const PLATFORMS = ['ios', 'android', 'windows', 'macos', 'linux'] as const

/** Does not listen yet. Needs `config.tls`. */
export function createPlainHttp({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): Server {
  const caFile = join(dirname(tls!.certFile), FILES.ca)
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!
    const isOurs = (path === PAGE || path === FILE) && existsSync(caFile)
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, {}, '')
    if (!isOurs) return end(response, 308, { location: `${publicUrl}${safePath(request.url)}` }, '')
    const certificate = new X509Certificate(readFileSync(caFile))
    if (path === FILE) return end(response, 200, { 'content-type': 'application/x-x509-ca-cert' }, certificate.raw)
    const html = pageOf(
      localeOf(request),
      `http://${request.headers.host ?? ''}${PAGE}`,
      fingerprintOf(certificate.raw),
      publicUrl,
    )
    end(response, 200, { 'content-type': 'text/html; charset=utf-8' }, html)
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 10_000
  return server
}

function end(response: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer): void {
  const policy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" }
  response.writeHead(status, { ...securityHeaders(), ...policy, ...headers }).end(body)
}

/** Only a path: nothing that a browser would treat as another host. */
function safePath(url: string | undefined): string {
  return url && /^\/(?![/\\])/.test(url) ? url : '/'
}

function localeOf(request: IncomingMessage): Locale {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((one) => one.trim().slice(0, 2).toLowerCase())
  return wanted.find((one): one is Locale => one in LOCALES) ?? DEFAULT_LOCALE
}

function pageOf(locale: Locale, address: string, fingerprint: string, publicUrl: string): string {
  const say = textsOf('authority', locale)
  const steps = PLATFORMS.map((one) => `<h2>${escaped(say(`${one}-title`))}</h2><p>${escaped(say(`${one}-steps`))}</p>`)
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(say('title'))}</title><style>${STYLE}</style><main>
<h1>${escaped(say('title'))}</h1><p>${escaped(say('why'))}</p>
<p><a class="button" href="${FILE}">${escaped(say('download'))}</a></p>
<p>${escaped(say('compare'))}</p><p><code>${fingerprint}</code></p>
<figure>${codeOf(address)}<figcaption>${escaped(say('scan'))}<br>${escaped(address)}</figcaption></figure>
${steps.join('\n')}
<p><a href="${escaped(publicUrl)}">${escaped(say('done', { address: publicUrl }))}</a></p></main></html>`
}

const STYLE = `:root{color-scheme:light dark;font:17px/1.55 system-ui,sans-serif}:lang(ja){line-break:strict;word-break:auto-phrase}
body{margin:0}main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.05rem;margin:1.6rem 0 .2rem}p{margin:.4rem 0}code{word-spacing:.2em;overflow-wrap:anywhere}
.button{display:inline-block;background:#1f5fd6;color:#fff;padding:.8rem 1.2rem;border-radius:.5rem;text-decoration:none;font-weight:600}
a{color:light-dark(#1f5fd6,#8ab4ff)}a.button{color:#fff}figure{margin:1.5rem 0}svg{width:11rem;height:11rem}figcaption{font-size:.9rem;overflow-wrap:anywhere}`

/** Black on white in every color scheme, as scanners require. */
function codeOf(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return `<svg viewBox="0 0 ${size} ${size}" role="img"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one]!)
